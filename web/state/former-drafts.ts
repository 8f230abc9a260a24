import { isObject } from '#core/read'
import { deleteDB, openDB, type IDBPDatabase } from 'idb'
import type { FileContent } from '../files/content.ts'
import type { DraftDatabase } from '../files/database.ts'
import type { TextStore } from '../files/safe-storage.ts'
import { readRecord, type DraftRecord } from './draft-record.ts'
import { takeOver } from './draft-rows.ts'
import { isTexts } from './kept-snapshot.ts'

/**
 * The databases of earlier versions, one per table. A large draft stores its files in 64 rows by a hash of the path.
 */
const tables = ['drafts', 'headers', 'parts', 'histories'] as const
const partsOfDraft = 64
/** The keys in local storage: small drafts and the heads of large drafts, their index, and their closing times. */
const keys = { draft: 'rye.draft.', index: 'rye.drafts', left: 'rye.left', leftAt: 'rye.left-at' } as const

type Former = Readonly<Record<(typeof tables)[number], IDBPDatabase>> & { readonly local: TextStore }

/**
 * Move the drafts of earlier versions into the database. Deletes an old draft only after the new database has stored
 * it, so the next page continues an interrupted move without loss. Two pages can move drafts at the same time. The
 * journal handles drafts that are only in local storage. Returns the IDs of unreadable drafts, which do not change.
 */
export async function moveFormerDrafts(database: DraftDatabase, local: TextStore): Promise<readonly string[]> {
  const opened = await Promise.all(tables.map(openTable)).catch(() => undefined)
  if (!opened) return []
  try {
    const [drafts, headers, parts, histories] = opened as [IDBPDatabase, IDBPDatabase, IDBPDatabase, IDBPDatabase]
    const former: Former = { drafts, headers, parts, histories, local }
    const unreadable: string[] = []
    for (const id of await idsOf(former)) if (!(await moveDraft(id, former, database))) unreadable.push(id)
    moveLeft(local)
    local.removeItem(keys.index)
    if (unreadable.length === 0) for (const name of tables) void deleteDB(`rye-${name}`).catch(() => undefined)
    return unreadable
  } catch {
    // The next page continues the move.
    return []
  } finally {
    for (const one of opened) one.close()
  }
}

async function openTable(name: string): Promise<IDBPDatabase> {
  return openDB(`rye-${name}`, 1, { upgrade: (database) => void database.createObjectStore(name) })
}

async function idsOf({ drafts, local }: Former): Promise<ReadonlySet<string>> {
  const near = local.names().flatMap((name) => (name.startsWith(keys.draft) ? name.slice(keys.draft.length) : []))
  const large = near.filter((id) => isInParts(rowOf(id, local)))
  return new Set([...(await drafts.getAllKeys('drafts')).map(String), ...large])
}

/**
 * Move one draft into the database. Resolves to false if the draft cannot be read. Rejects if the database does not
 * store it.
 */
async function moveDraft(id: string, former: Former, database: DraftDatabase): Promise<boolean> {
  const record = await formerDraft(id, former)
  if (!record) return false
  const history: unknown = await former.histories.get('histories', id)
  // With equal edit times, the stored draft wins: a rename or a move to the trash does not change the time.
  const isPreferred = (there: DraftRecord): boolean => there.edited_at >= record.edited_at
  if (!(await takeOver(database, record, isPreferred, history))) throw new Error('the database rejected this draft')
  // Delete the head first, because a head without its parts counts as unreadable.
  former.local.removeItem(keys.draft + id)
  await former.drafts.delete('drafts', id)
  await former.parts.delete('parts', IDBKeyRange.bound(`${id}/`, `${id}/~`))
  await former.histories.delete('histories', id)
  return true
}

/** The newer saved version of a draft, with all its files; undefined if it cannot be read. */
async function formerDraft(id: string, { drafts, parts, local }: Former): Promise<DraftRecord | undefined> {
  const kept: unknown = await drafts.get('drafts', id)
  const [near, far] = [readRecord(rowOf(id, local)), readRecord(typeof kept === 'string' ? parsed(kept) : kept)]
  const record = near && (!far || near.edited_at > far.edited_at) ? near : far
  if (!record || !isInParts(record)) return record
  const { in_parts: _mark, ...head } = record
  const files: Record<string, FileContent> = {}
  for (let part = 0; part < partsOfDraft; part++) {
    const texts: unknown = await parts.get('parts', `${id}/${part}`)
    if (!isTexts(texts)) return undefined
    Object.assign(files, texts)
  }
  return { ...head, snapshot: { ...head.snapshot, files } }
}

/** Move the time of the newest draft that was closed normally; the other times are not needed. */
function moveLeft(local: TextStore): void {
  const left = parsed(local.getItem(keys.left) ?? '')
  const times = isObject(left) ? Object.values(left).filter((time) => typeof time === 'number') : []
  if (times.length > 0) local.setItem(keys.leftAt, String(Math.max(...times)))
  local.removeItem(keys.left)
}

function isInParts<T>(value: T): value is T & { readonly in_parts: true } {
  return isObject(value) && value['in_parts'] === true
}

function rowOf(id: string, local: TextStore): unknown {
  return parsed(local.getItem(keys.draft + id) ?? '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
