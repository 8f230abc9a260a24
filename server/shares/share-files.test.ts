import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { literalEngine, startTestServer } from '../testing/server.ts'
import { sharedText, type ShareTask } from './share-body.ts'
import { fileShares } from './share-files.ts'
import { shareId } from './share-store.ts'
import type { ShareRules } from './share-store.ts'

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'rye-share-files-'))))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const DAY = 24 * 60 * 60_000
const rules = (some: Partial<ShareRules> = {}): ShareRules => ({ totalBytes: 1000, keepMs: 0, pinned: [], ...some })
const sized = (letter: string): string => JSON.stringify(letter.repeat(298))
const pathOf = (id: string): string => join(dir, id.slice(0, 2), `${id}.json`)
const files = (): readonly string[] =>
  readdirSync(dir, { recursive: true })
    .map(String)
    .filter((name) => /\./.test(name))

test('the oldest short links are deleted first, and pinned links stay', async () => {
  let now = Date.now()
  const store = await fileShares(dir, rules({ pinned: [shareId(sized('a'))] }), () => (now += 1000))
  const ids: string[] = []
  for (const letter of 'abcde') ids.push((await store.put(sized(letter))).id)
  const there = await Promise.all(ids.map(async (id) => (await store.get(id)) !== undefined))
  expect(there).toEqual([true, false, false, true, true])
  expect(files()).toHaveLength(3)
})

test('sharing again renews a link, even for a later server', async () => {
  let now = Date.now()
  const clock = (): number => (now += 60_000)
  const first = await fileShares(dir, rules(), clock)
  for (const letter of 'abc') await first.put(sized(letter))
  expect((await first.put(sized('a'))).isNew).toBe(false)
  const second = await fileShares(dir, rules(), clock)
  await second.put(sized('d'))
  expect(await second.get(shareId(sized('b')))).toBeUndefined()
  expect(await second.get(shareId(sized('a')))).toBe(sized('a'))
})

test('if pinned links fill the storage, a new link is refused and leaves no file', async () => {
  const pinned = [...'abc'].map((letter) => shareId(sized(letter)))
  const store = await fileShares(dir, rules({ pinned }))
  for (const letter of 'abc') await store.put(sized(letter))
  await expect(store.put(sized('d'))).rejects.toThrow('Pinned links use all storage')
  expect(files()).toHaveLength(3)
})

test('an expired link is deleted unless it is pinned', async () => {
  let now = Date.now()
  const store = await fileShares(dir, rules({ keepMs: DAY, pinned: [shareId('"p"')] }), () => now)
  const { id } = await store.put('"x"')
  await store.put('"p"')
  now += 2 * DAY
  expect([await store.get(id), await store.get(shareId('"p"'))]).toEqual([undefined, '"p"'])
  await fileShares(dir, rules({ keepMs: DAY, pinned: [shareId('"p"')] }), () => now)
  expect(files()).toHaveLength(1)
})

test.for([
  ['other text', (path: string) => writeFileSync(path, '"y"')],
  ['half of its text', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 2))],
  ['an empty file', (path: string) => writeFileSync(path, '')],
  ['bytes that are not text', (path: string) => writeFileSync(path, Buffer.from([0xff, 0xfe]))],
  ['a missing file', (path: string) => rmSync(path)],
  ['a missing folder', (path: string) => rmSync(join(path, '..'), { recursive: true })],
] as const)('sharing a link again repairs its damaged file: %s', async ([, damage]) => {
  const store = await fileShares(dir, rules())
  const { id } = await store.put('"x"')
  damage(pathOf(id))
  expect(await store.get(id)).toBeUndefined()
  expect(await store.put('"x"')).toEqual({ id, isNew: true })
  expect(await store.get(id)).toBe('"x"')
})

test('leftovers of killed writers are removed, and recent leftovers stay', async () => {
  const id = shareId('"x"')
  mkdirSync(join(dir, id.slice(0, 2)))
  const [old, young] = [`${pathOf(id)}.0123456789ab`, `${pathOf(id)}.ba9876543210`]
  writeFileSync(old, '"')
  writeFileSync(young, '"')
  utimesSync(old, 1, 1)
  await fileShares(dir, rules())
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})

test('share_days: a server stores a link for that many days after it was last shared', async () => {
  for (const [hours, kept] of [
    [47, true],
    [49, false],
  ] as const) {
    const { id } = await (await fileShares(dir, rules())).put(`"${hours}"`)
    const then = Date.now() / 1000 - hours * 60 * 60
    utimesSync(pathOf(id), then, then)
    const server = await startTestServer(['--share-store', 'fs', '--share-dir', dir, '--share-days', '2'])
    try {
      expect([hours, (await fetch(`${server.origin}/api/shares/${id}`)).ok]).toEqual([hours, kept])
    } finally {
      await server.close()
    }
  }
})

test('only the user of the server can read the files', async () => {
  const store = await fileShares(join(dir, 'new', 'place'), rules())
  const { id } = await store.put('"x"')
  expect(statSync(join(dir, 'new', 'place', id.slice(0, 2), `${id}.json`)).mode & 0o077).toBe(0)
})

describe('an unusable directory', () => {
  const blocked = (): string => {
    writeFileSync(join(dir, 'file'), '')
    return join(dir, 'file', 'shares')
  }
  const closed = (): string => {
    mkdirSync(join(dir, 'closed'))
    chmodSync(join(dir, 'closed'), 0o500)
    return join(dir, 'closed', 'shares')
  }
  test.for([
    { name: 'a file in place of the directory', place: blocked, why: 'a file exists at its path' },
    {
      name: 'a device in place of the parent directory',
      place: () => '/dev/full/shares',
      why: 'a file exists at its path',
    },
    {
      name: 'a file system that cannot store files',
      place: () => '/sys/shares',
      why: 'cannot be stored in /sys/shares',
    },
    { name: 'a closed directory', place: closed, why: 'no permission to write there', asUser: true },
  ])('$name is detected at start and reported', async ({ place, why, ...row }, context) => {
    if ('asUser' in row && process.getuid?.() === 0) context.skip('nothing is closed to root')
    const store = await fileShares(place(), rules())
    expect(store.fault).toContain(why)
    await expect(store.put('"x"')).rejects.toThrow(why)
    expect(await store.get(shareId('"x"'))).toBeUndefined()
  })

  test('a directory removed while the server runs is created again, or reported in the answer', async () => {
    const store = await fileShares(join(dir, 'gone'), rules())
    rmSync(join(dir, 'gone'), { recursive: true })
    expect(await store.put('"x"')).toMatchObject({ isNew: true })
    rmSync(join(dir, 'gone'), { recursive: true })
    writeFileSync(join(dir, 'gone'), '')
    await expect(store.put('"x"')).rejects.toThrow('a file exists at its path')
  })

  test('the server starts, reports the problem, and answers with the reason', async () => {
    const server = await startTestServer(['--share-dir', blocked()])
    expect(server.running.message).toContain('a file exists at its path')
    const answer = await server.send('POST', '/api/shares', { snapshot: { a: 1 } })
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: { code: 'share-store-unusable', message: expect.stringContaining('a file exists at its path') } },
    ])
    await server.close()
  })
})

test('the new links of one client are counted, and an existing link is free', async () => {
  const server = await startTestServer(['--client-shares', '2'])
  const share = async (n: number) => (await server.send('POST', '/api/shares', { snapshot: { n } })).status
  expect([await share(1), await share(2), await share(1), await share(3), await share(2)]).toEqual([
    201, 201, 200, 429, 200,
  ])
  const refused = await server.send('POST', '/api/shares', { snapshot: { n: 4 } })
  const day = 24 * 60 * 60
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(day - 600)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(day)
  await server.close()
})

test('refused links also count', async () => {
  const readShare = (task: ShareTask) => Promise.resolve(sharedText(task, () => ({ problem: 'It is none.' })))
  const server = await startTestServer(['--client-shares', '2'], { ...literalEngine, readShare })
  const share = async (body: unknown) => (await server.send('POST', '/api/shares', body)).status
  expect([await share({ snapshot: {} }), await share({ no: 1 }), await share({ snapshot: {} })]).toEqual([
    422, 400, 429,
  ])
  await server.close()
})

test('only the fields of a snapshot are stored', async () => {
  const readShare = (task: ShareTask) => Promise.resolve(sharedText(task, () => ({ snapshot: { files: {} } })))
  const server = await startTestServer([], { ...literalEngine, readShare })
  const stored = await server.send('POST', '/api/shares', { snapshot: { files: {}, blob: 'x'.repeat(100_000) } })
  const { id } = (await stored.json()) as { id: string }
  expect(await (await server.send('GET', `/api/shares/${id}`)).json()).toEqual({ id, snapshot: { files: {} } })
  await server.close()
})
