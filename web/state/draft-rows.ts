import { unwrap, wrap } from 'idb'
import type { FileContent } from '../files/content.ts'
import type { DraftDatabase, DraftTransaction, TextKey } from '../files/database.ts'
import { readRecord, type DraftRecord } from './draft-record.ts'

/** The number of rows to write per batch. The page stays responsive between batches. */
const atOnce = 256

const kinds = ['file', 'signed'] as const

/** The files of a draft, each with its own row. */
type Texts = Readonly<Record<(typeof kinds)[number], Readonly<Record<string, FileContent>>>>

/**
 * Write a draft. With `before`, its known state in the database, writes only differences: a key press in a project of
 * 10,000 tools writes one file instead of 64 MB. Requests the first batch immediately, and commits it if it is the only
 * batch. A closing page has no time to wait, and a page in WebKit's back-forward cache would block the database for all
 * other pages.
 */
export async function writeDraft(
  transaction: DraftTransaction<'readwrite'>,
  record: DraftRecord,
  before?: DraftRecord,
): Promise<void> {
  let asked = 0
  for (const request of requestsFor(transaction, record, before)) if (++asked % atOnce === 0) await wrap(request)
  transaction.commit()
}

function* requestsFor(
  transaction: DraftTransaction<'readwrite'>,
  record: DraftRecord,
  before: DraftRecord | undefined,
): Generator<IDBRequest> {
  // Use the unwrapped store, because 10,000 promises are slower than the rows themselves.
  const rows = unwrap(transaction.objectStore('files'))
  const { signed: _signed, ...rest } = record
  const head: DraftRecord = { ...rest, snapshot: { ...record.snapshot, files: {} } }
  yield unwrap(transaction.objectStore('drafts')).put(head, record.id)
  if (!before) yield rows.delete(rowsOf(record.id))
  const [there, now] = [before ? textsOf(before) : { file: {}, signed: {} }, textsOf(record)]
  for (const kind of kinds) {
    const [former, texts] = [there[kind], now[kind]]
    for (const path of Object.keys(texts))
      if (former[path] !== texts[path]) yield rows.put(texts[path], [record.id, kind, path] satisfies TextKey)
    for (const path of Object.keys(former))
      if (!Object.hasOwn(texts, path)) yield rows.delete([record.id, kind, path] satisfies TextKey)
  }
}

function textsOf({ snapshot, signed = {} }: DraftRecord): Texts {
  return { file: snapshot.files, signed }
}

/** Write the history of a draft, and commit immediately, as in `writeDraft`. */
export async function writeHistory(
  transaction: DraftTransaction<'readwrite'>,
  id: string,
  history: unknown,
): Promise<void> {
  const put = transaction.objectStore('histories').put(history, id)
  transaction.commit()
  await put
}

/** Load the unvalidated record of a draft from the database; undefined if it does not exist. */
export async function draftIn(transaction: DraftTransaction<'readonly'>, id: string): Promise<unknown> {
  const rows = transaction.objectStore('files')
  const asked = [
    transaction.objectStore('drafts').get(id),
    rows.getAllKeys(rowsOf(id)),
    rows.getAll(rowsOf(id)),
  ] as const
  const [head, keys, texts] = await Promise.all(asked)
  const record = readRecord(head)
  if (!record) return head
  const all = { file: {} as Record<string, FileContent>, signed: {} as Record<string, FileContent> }
  keys.forEach(([, kind, path], at) => {
    const text = texts[at]
    if (text !== undefined) all[kind][path] = text
  })
  return { ...record, snapshot: { ...record.snapshot, files: all.file }, signed: all.signed }
}

/**
 * Move a draft into the database, unless the stored draft is preferred or cannot be read. Returns whether the database
 * now contains the draft. Uses one transaction, so that other tabs cannot write during the move.
 */
export function takeOver(
  database: DraftDatabase,
  record: DraftRecord,
  isPreferred: (there: DraftRecord) => boolean,
  history?: unknown,
): Promise<boolean> {
  const work = database.run('readwrite', async (transaction) => {
    const head = await transaction.objectStore('drafts').get(record.id)
    const there = readRecord(head)
    if (!there && head !== undefined) return false
    const histories = transaction.objectStore('histories')
    const isNew = history !== undefined && (await histories.getKey(record.id)) === undefined
    // A stored draft can also lack its history: another page might have moved the draft from the journal, which has no
    // histories.
    if (isNew) unwrap(histories).put(history, record.id)
    if (there && isPreferred(there)) return true
    await writeDraft(transaction, record)
    return true
  })
  return work.catch(() => false)
}

/**
 * The key under which a draft's local folder is stored in the table of histories, so that it can be dropped like a
 * history.
 */
export function folderKey(id: string): string {
  return `${id} folder`
}

/** Delete a draft with its files, its history and the reference to its local folder. */
export async function deleteDraft(transaction: DraftTransaction<'readwrite'>, id: string): Promise<void> {
  await Promise.all([
    transaction.objectStore('drafts').delete(id),
    transaction.objectStore('files').delete(rowsOf(id)),
    transaction.objectStore('histories').delete(id),
    transaction.objectStore('histories').delete(folderKey(id)),
  ])
}

function rowsOf(id: string): IDBKeyRange {
  // IndexedDB sorts arrays after all strings.
  return IDBKeyRange.bound([id], [id, []])
}
