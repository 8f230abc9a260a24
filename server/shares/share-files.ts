import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from '../disk-paths.ts'
import { syncFolderInPool } from '../sync.ts'
import { isShareId, shareId, ShareFault } from './share-store.ts'
import type { ShareRules, ShareStore } from './share-store.ts'

interface Kept {
  readonly bytes: number
  /** The time of the last share, in milliseconds. */
  readonly at: number
}

/**
 * The names of the files that killed writers leave, and the minimum age in milliseconds for their removal: younger
 * files can belong to another server that is still writing.
 */
const TEMPORARY = /^[\w-]{32}\.json\.[0-9a-f]{12}$/
const TEMPORARY_MS = 60_000

/**
 * Short links as files. Each file is complete or missing, and is synced before the link is acknowledged. If the
 * directory is unusable, the store still opens, refuses to store links, and reports the reason in `fault`.
 */
export async function fileShares(dir: string, rules: ShareRules, now = (): number => Date.now()): Promise<ShareStore> {
  const kept = new Map<string, Kept>()
  const pathOf = (id: string): string => join(dir, id.slice(0, 2), `${id}.json`)
  const isOld = ({ at }: Kept): boolean => rules.keepMs > 0 && now() - at > rules.keepMs
  const drop = async (id: string): Promise<void> => {
    kept.delete(id)
    await rm(pathOf(id), { force: true })
  }
  /**
   * Remove links that are too old, and then the oldest ones until the rest fits. Pinned links and the newest link are
   * kept.
   */
  const makeRoom = async (latest?: string): Promise<boolean> => {
    const removable = [...kept]
      .filter(([id]) => id !== latest && !rules.pinned.includes(id))
      .sort(([, a], [, b]) => a.at - b.at)
    let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [id, one] of removable) {
      if (!isOld(one) && total <= rules.totalBytes) break
      total -= one.bytes
      await drop(id)
    }
    return total <= rules.totalBytes
  }
  const read = async (id: string): Promise<string | undefined> => {
    const found = kept.get(id)
    if (found !== undefined && isOld(found) && !rules.pinned.includes(id)) return undefined
    try {
      const text = await readFile(pathOf(id), 'utf8')
      return shareId(text) === id ? text : undefined
    } catch {
      return undefined // The file is missing or unreadable.
    }
  }

  let fault: string | undefined
  try {
    await makeFolder(dir)
    for (const [id, one] of await found(dir, now())) kept.set(id, one)
    await makeRoom()
    const probe = join(dir, `probe-${randomBytes(6).toString('hex')}`)
    await writeThrough(probe, 'x').finally(() => rm(probe, { force: true }))
  } catch (error) {
    fault = faultText(dir, error)
  }
  return {
    fault,
    async put(text) {
      if (fault !== undefined) throw new ShareFault(fault)
      const id = shareId(text)
      const path = pathOf(id)
      const temporary = `${path}.${randomBytes(6).toString('hex')}`
      const isNew = (await read(id)) === undefined
      try {
        if (isNew) {
          await makeFolder(dirname(path))
          await writeThrough(temporary, text)
          await rename(temporary, path)
        } else await utimes(path, new Date(now()), new Date(now()))
        // Sync the folders of an existing link too, in case its writer has not done so yet.
        for (const folder of [dirname(path), dir]) await syncFolderInPool(folder)
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {})
        throw new ShareFault(faultText(dir, error))
      }
      kept.set(id, { bytes: Buffer.byteLength(text), at: now() })
      if (await makeRoom(id)) return { id, isNew }
      await drop(id)
      throw new ShareFault(
        `Pinned links use all storage for short links (${rules.totalBytes} bytes). Pin fewer links, or raise --share-total-bytes.`,
      )
    },
    async get(id) {
      return isShareId(id) ? read(id) : undefined
    },
  }
}

/** The links in a directory. Removes the leftovers of killed writers. */
async function found(dir: string, now: number): Promise<readonly (readonly [string, Kept])[]> {
  const links: [string, Kept][] = []
  for (const folder of await readdir(dir, { withFileTypes: true })) {
    if (!folder.isDirectory() || folder.name.length !== 2) continue
    for (const name of await readdir(join(dir, folder.name))) {
      const path = join(dir, folder.name, name)
      const facts = await stat(path).catch(() => undefined)
      if (facts === undefined || !facts.isFile()) continue
      if (TEMPORARY.test(name) && now - facts.mtimeMs > TEMPORARY_MS) await rm(path, { force: true })
      const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : ''
      if (isShareId(id)) links.push([id, { bytes: facts.size, at: facts.mtimeMs }])
    }
  }
  return links
}

/** Write a new file and sync it. */
async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Create a folder and its missing parents, and sync their entries. */
async function makeFolder(path: string): Promise<void> {
  const highest = await mkdir(path, { recursive: true, mode: 0o700 })
  if (highest === undefined) return
  for (let made = path; made.length >= highest.length; made = dirname(made)) await syncFolderInPool(dirname(made))
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EROFS: 'its disk is read-only',
  EACCES: 'the server has no permission to write there',
  EPERM: 'the server has no permission to write there',
  ENOENT: 'it is missing',
  ENOTDIR: 'a file exists at its path',
  EEXIST: 'a file exists at its path',
}

function faultText(dir: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return `Short links cannot be stored in ${dir}: ${FAULTS[code] ?? `it failed with ${code}`}.`
}
