import { isObject, sortedJson, type JsonValue } from '#core/read'
import { createStorage } from 'unstorage'
import type { Storage } from 'unstorage'
import { fileShares } from './share-files.ts'
import { isShareId, shareId, ShareFault } from './share-store.ts'
import type { ShareRules, ShareStore } from './share-store.ts'

const DEEPEST = 64

/** JSON with sorted keys, so equal snapshots have equal text; undefined if the value is too deep or not JSON. */
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

/**
 * A store with any unstorage driver. Each stored value is checked against its ID, because a store can be misconfigured
 * or damaged.
 */
function shareStore(storage: Storage, driver: string, patienceMs: number): ShareStore {
  const kept = <T>(answer: Promise<T>): Promise<T> => answered(driver, patienceMs, answer)
  const get = async (id: string): Promise<string | undefined> => {
    if (!isShareId(id)) return undefined
    const raw: unknown = await kept(storage.getItemRaw(id))
    const text = textOf(raw)
    return text !== undefined && shareId(text) === id ? text : undefined
  }
  return {
    get,
    async put(text) {
      const id = shareId(text)
      const isNew = (await get(id)) === undefined
      if (isNew) await kept(storage.setItemRaw(id, text))
      return { id, isNew }
    },
  }
}

/**
 * The text in a driver's result, which can be a string, a `Uint8Array` or an `ArrayBuffer`; undefined for any other
 * value.
 */
function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw
  if (raw instanceof Uint8Array || raw instanceof ArrayBuffer) return Buffer.from(new Uint8Array(raw)).toString('utf8')
  return undefined
}

/** Maximum number of milliseconds for a response from a store. */
const PATIENCE_MS = 5000

/**
 * The response of a store within the time limit.
 * @throws ShareFault with the reason, but without the store's own message.
 */
async function answered<T>(driver: string, patienceMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Slow()), patienceMs)
  })
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    const isFull = error instanceof Error && /\bOOM\b/.test(error.message)
    const why =
      error instanceof Slow
        ? `it did not respond within ${patienceMs / 1000} s`
        : isFull
          ? 'it is full'
          : 'it cannot be reached'
    throw new ShareFault(`Short links cannot be stored in ${driver}: ${why}.`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

class Slow extends Error {}

interface StoreManners {
  readonly patienceMs?: number
  /** Called with each error of a connection, which reconnects automatically. */
  onError?(error: unknown): void
}

/**
 * Open the configured store: `memory`, `fs`, or a driver of unstorage by name.
 * @throws Error if the driver cannot be loaded.
 */
export async function openShares(
  driver: string,
  dir: string,
  options: unknown,
  rules: ShareRules = UNBOUNDED,
  { patienceMs = PATIENCE_MS, onError = () => {} }: StoreManners = {},
): Promise<ShareStore> {
  if (driver === 'memory') return shareStore(createStorage(), driver, patienceMs)
  if (driver === 'fs') return fileShares(dir, rules)
  if (!/^[a-z0-9-]+$/.test(driver))
    throw new Error(`--share-store ${driver} is not a driver. Use fs, memory, or the name of an unstorage driver.`)
  const module: unknown = await import(`unstorage/drivers/${driver}`).catch((error: unknown) => {
    throw driverProblem(driver, error)
  })
  if (typeof module !== 'object' || module === null || !('default' in module) || typeof module.default !== 'function') {
    throw new Error(`--share-store ${driver} is not a driver. Use fs, memory, or the name of an unstorage driver.`)
  }
  const storage = createStorage({ driver: module.default(options) })
  const connection: unknown = storage.getMount('').driver.getInstance?.()
  // A connection without an error listener prints an error for each reconnection attempt.
  if (isObject(connection) && typeof connection['on'] === 'function') connection['on']('error', onError)
  return shareStore(storage, driver, patienceMs)
}

/** The error for a driver that cannot be loaded. Some drivers need a package that the operator must install. */
function driverProblem(driver: string, error: unknown): unknown {
  const message = error instanceof Error ? error.message : ''
  const [, name = 'unstorage'] = /Cannot find (?:package|module) '([^']+)'/.exec(message) ?? []
  if (message === '' || name.includes('unstorage'))
    return new Error(`--share-store ${driver} is not a driver. Use fs, memory, or the name of an unstorage driver.`)
  return new Error(
    `--share-store ${driver} requires a package that is not installed. Install it: npm install ${name}`,
    {
      cause: error,
    },
  )
}

const UNBOUNDED: ShareRules = { totalBytes: Number.MAX_SAFE_INTEGER, keepMs: 0, pinned: [] }
