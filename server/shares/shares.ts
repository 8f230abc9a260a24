import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createStorage, defineDriver } from 'unstorage'
import type { Storage } from 'unstorage'

/** Where short links keep their snapshots, under the digest of their content: same content, same link. */
export interface ShareStore {
  put(snapshot: unknown): Promise<{ readonly id: string; readonly isNew: boolean }>
  get(id: string): Promise<unknown>
}

const ID = /^[A-Za-z0-9_-]{32}$/
const DEEPEST = 64

/** JSON with its keys in order, so that equal snapshots have equal text; undefined if it is too deep or no JSON. */
export function canonicalJson(value: unknown, depth = 0): string | undefined {
  if (depth > DEEPEST) return undefined
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : undefined
  if (Array.isArray(value)) {
    const items = value.map((item) => canonicalJson(item, depth + 1))
    return items.includes(undefined) ? undefined : `[${items.join(',')}]`
  }
  if (typeof value !== 'object') return undefined
  const entries: string[] = []
  for (const [key, entry] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const text = canonicalJson(entry, depth + 1)
    if (text === undefined) return undefined
    entries.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${entries.join(',')}}`
}

/** The id of a text: 192 bits of its SHA-256, as letters that need no escape in a URL. */
export function shareId(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 24).toString('base64url')
}

/** A store over any driver of unstorage. What comes back is checked against its id: a store can lie or decay. */
export function shareStore(storage: Storage): ShareStore {
  return {
    async put(snapshot) {
      const text = canonicalJson(snapshot)
      if (text === undefined) throw new TypeError('a snapshot must be JSON of reasonable depth')
      const id = shareId(text)
      const isNew = !(await storage.hasItem(id))
      if (isNew) await storage.setItemRaw(id, text)
      return { id, isNew }
    },
    async get(id) {
      if (!ID.test(id)) return undefined
      const raw: unknown = await storage.getItemRaw(id)
      if (raw === null || raw === undefined) return undefined
      const text =
        typeof raw === 'string' ? raw : raw instanceof Uint8Array ? Buffer.from(raw).toString('utf8') : undefined
      return text !== undefined && shareId(text) === id ? JSON.parse(text) : undefined
    },
  }
}

/** Open the store that the settings name; drivers other than ours come from unstorage by name. */
export async function openShares(driver: string, dir: string, options: unknown): Promise<ShareStore> {
  if (driver === 'memory') return shareStore(createStorage())
  if (driver === 'fs') return shareStore(createStorage({ driver: atomicFiles(dir) }))
  if (!/^[a-z0-9-]+$/.test(driver)) throw new Error(`--share-store ${driver} is no driver.`)
  const module: unknown = await import(`unstorage/drivers/${driver}`)
  if (typeof module !== 'object' || module === null || !('default' in module) || typeof module.default !== 'function') {
    throw new Error(`--share-store ${driver} is no driver.`)
  }
  return shareStore(createStorage({ driver: module.default(options) }))
}

/** Files that are either whole or absent: written beside their place, then renamed into it. */
const atomicFiles = defineDriver((dir: string) => {
  const pathOf = (key: string): string => {
    if (!ID.test(key)) throw new Error(`${key} is no share id`)
    return join(dir, key.slice(0, 2), `${key}.json`)
  }
  const read = async (key: string): Promise<string | null> => {
    try {
      return await readFile(pathOf(key), 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }
  const write = async (key: string, value: unknown): Promise<void> => {
    const path = pathOf(key)
    const beside = `${path}.${randomBytes(6).toString('hex')}`
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    try {
      await writeFile(beside, String(value), { mode: 0o600, flag: 'wx' })
      await rename(beside, path)
    } finally {
      await rm(beside, { force: true })
    }
  }
  return {
    name: 'atomic-files',
    options: dir,
    hasItem: async (key) => (await read(key)) !== null,
    getItem: read,
    getItemRaw: read,
    setItem: write,
    setItemRaw: write,
    removeItem: (key) => rm(pathOf(key), { force: true }),
    getKeys: () => [],
  }
})
