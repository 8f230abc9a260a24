import { isObject, sortedJson, type JsonValue } from '#core'
import { createStorage } from 'unstorage'
import type { Storage } from 'unstorage'
import { fileShares } from './share-files.ts'
import { isShareId, shareId } from './share-store.ts'
import type { ShareRules, ShareStore } from './share-store.ts'

const DEEPEST = 64

/** JSON with its keys in order, so that equal snapshots have equal text; undefined if it is too deep or no JSON. */
export function canonicalJson(value: unknown): string | undefined {
  return isJson(value, 0) ? sortedJson(value) : undefined
}

function isJson(value: unknown, depth: number): value is JsonValue {
  if (depth > DEEPEST) return false
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true
  if (typeof value === 'number') return Number.isFinite(value)
  const isPart = (part: unknown): boolean => isJson(part, depth + 1)
  return Array.isArray(value) ? value.every(isPart) : isObject(value) && Object.values(value).every(isPart)
}

/** A store over any driver of unstorage. What comes back is checked against its id: a store can lie or decay. */
function shareStore(storage: Storage): ShareStore {
  const get = async (id: string): Promise<string | undefined> => {
    if (!isShareId(id)) return undefined
    const raw: unknown = await storage.getItemRaw(id)
    const text =
      typeof raw === 'string' ? raw : raw instanceof Uint8Array ? Buffer.from(raw).toString('utf8') : undefined
    return text !== undefined && shareId(text) === id ? text : undefined
  }
  return {
    get,
    async put(text) {
      const id = shareId(text)
      const isNew = (await get(id)) === undefined
      if (isNew) await storage.setItemRaw(id, text)
      return { id, isNew }
    },
  }
}

/** Open the store that the settings name; drivers other than ours come from unstorage by name. */
export async function openShares(
  driver: string,
  dir: string,
  options: unknown,
  rules: ShareRules = UNBOUNDED,
): Promise<ShareStore> {
  if (driver === 'memory') return shareStore(createStorage())
  if (driver === 'fs') return fileShares(dir, rules)
  if (!/^[a-z0-9-]+$/.test(driver)) throw new Error(`--share-store ${driver} is no driver.`)
  const module: unknown = await import(`unstorage/drivers/${driver}`)
  if (typeof module !== 'object' || module === null || !('default' in module) || typeof module.default !== 'function') {
    throw new Error(`--share-store ${driver} is no driver.`)
  }
  return shareStore(createStorage({ driver: module.default(options) }))
}

const UNBOUNDED: ShareRules = { totalBytes: Number.MAX_SAFE_INTEGER, keepMs: 0, pinned: [] }
