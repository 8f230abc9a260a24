import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../testing/server.ts'
import { fileShares } from './share-files.ts'
import { shareId, ShareFault, type ShareRules } from './share-store.ts'

// A store acknowledges a link only after the link is on disk. The flushes are real; the tests record them or make them
// fail.

const rules: ShareRules = { totalBytes: 1000, keepMs: 0, pinned: [] }
const text = '"x"'
const id = shareId(text)
const folder = id.slice(0, 2)

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'rye-share-flush-'))))
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true, force: true })
})

/** Records the flushes from now on, in order; from the given number on, each flush fails as on a broken disk. */
async function watchFlushes(failing = Infinity): Promise<string[]> {
  const handle = await open(dir, 'r')
  const kind = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const flushed: string[] = []
  const { sync } = kind
  vi.spyOn(kind, 'sync').mockImplementation(async function (this: FileHandle) {
    const path = relative(dir, readlinkSync(`/proc/self/fd/${this.fd}`))
    if (flushed.length >= failing) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
    await sync.call(this)
    flushed.push(path.replace(/\.[0-9a-f]{12}$/, '.*'))
  })
  return flushed
}

/**
 * The flushed places, in order: the store's directory with its new folder, the temporary file, the folder with the
 * file's final name, and the directory again.
 */
const places = ['', `${folder}/${id}.json.*`, folder, '']

test('a short link is acknowledged only after its file and every directory entry are flushed to disk', async () => {
  const store = await fileShares(dir, rules)
  const flushed = await watchFlushes()
  expect(await store.put(text)).toEqual({ id, isNew: true })
  expect(flushed).toEqual(places)
})

test.for(places.map((place, at) => [at, place] as const))(
  'a short link is acknowledged only after flush %i (%s) succeeds',
  async ([at]) => {
    const store = await fileShares(dir, rules)
    await watchFlushes(at)
    await expect(store.put(text)).rejects.toThrow(ShareFault)
    vi.restoreAllMocks()
    const flushed = await watchFlushes()
    expect(await store.put(text)).toMatchObject({ id })
    expect(flushed.slice(-2)).toEqual(places.slice(-2))
  },
)

test('two writers of the same link are answered only after the link is on disk', async () => {
  const [one, other] = [await fileShares(dir, rules), await fileShares(dir, rules)]
  await one.put(text)
  await watchFlushes(0)
  await expect(other.put(text)).rejects.toThrow(ShareFault)
})

test('a new directory for short links is flushed to disk with all its parents', async () => {
  const flushed = await watchFlushes()
  await fileShares(join(dir, 'new', 'place'), rules)
  expect(flushed.slice(0, 2)).toEqual(['new', ''])
})

test('on Windows, which refuses to sync a folder, only the file of a short link is synced', async () => {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'win32' })
  try {
    const flushed = await watchFlushes(1)
    const store = await fileShares(join(dir, 'new'), rules)
    expect([store.fault, flushed]).toEqual([undefined, [expect.stringMatching(/^new\/probe-/)]])
    vi.restoreAllMocks()
    const more = await watchFlushes(1)
    expect(await store.put(text)).toEqual({ id, isNew: true })
    expect(more).toEqual([`new/${folder}/${id}.json.*`])
  } finally {
    Object.defineProperty(process, 'platform', { value: platform })
  }
})

test('the answer to a request waits for the flush', async () => {
  const server = await startTestServer(['--share-dir', dir])
  await watchFlushes(1)
  const refused = await server.send('POST', '/api/shares', { snapshot: { a: 1 } })
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'share-store-unusable' } }])
  vi.restoreAllMocks()
  expect((await server.send('POST', '/api/shares', { snapshot: { a: 1 } })).status).toBe(201)
  await server.close()
})
