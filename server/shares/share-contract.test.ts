import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { AwsClient } from 'aws4fetch'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { startTestS3, type TestS3 } from '../testing/s3.ts'
import { ShareFault, shareId, type ShareStore } from './share-store.ts'
import { openShares } from './shares.ts'
import { isNightly } from '../../core/testing/nightly.ts'

// The contract that every store of short links meets. The tests use a real Redis server and, at night, a real S3
// server.

const kinds = isNightly ? (['fs', 'redis', 's3'] as const) : (['fs', 'redis'] as const)
let redis: TestRedis
let s3: TestS3 | undefined
const dirs: string[] = []
beforeAll(async () => {
  redis = await startTestRedis()
  if (kinds.some((kind) => kind === 's3')) s3 = await startTestS3()
}, 120_000)
afterEach(async () => void (await redis.client.config('SET', 'maxmemory', '0')))
afterAll(async () => {
  await redis.close()
  await s3?.close()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

interface Place {
  open(): Promise<ShareStore>
  damage(id: string): Promise<unknown>
}

const places = {
  fs() {
    const dir = mkdtempSync(join(tmpdir(), 'rye-contract-'))
    dirs.push(dir)
    return {
      open: () => openShares('fs', dir, {}),
      damage(id: string) {
        const found = readdirSync(dir, { recursive: true }).find((name) => String(name).endsWith(`${id}.json`))
        return Promise.resolve(writeFileSync(join(dir, String(found)), '"other"'))
      },
    }
  },
  redis() {
    const options = { url: redis.url, base: `shares${dirs.length}` }
    return {
      open: () => openShares('redis', '', options),
      damage: (id: string) => redis.client.set(`${options.base}:${id}`, '"other"'),
    }
  },
  s3() {
    if (!s3) throw new Error('The S3 server was not started.')
    const { options } = s3
    const client = new AwsClient({ ...options, service: 's3' })
    return {
      open: () => openShares('s3', '', options),
      damage: (id: string) =>
        client.fetch(`${options.endpoint}/${options.bucket}/${id}`, { method: 'PUT', body: '"other"' }),
    }
  },
} satisfies Record<string, () => Place>

describe.for(kinds)('short links stored in %s', (name) => {
  const place = places[name]

  test('the same content has the same link and is returned unchanged', async () => {
    const store = await place().open()
    const text = JSON.stringify({ text: 'é ☃ \u0000', list: [1, null] })
    const first = await store.put(text)
    expect(first).toEqual({ id: shareId(text), isNew: true })
    expect(await store.put(text)).toEqual({ id: first.id, isNew: false })
    expect(await store.get(first.id)).toBe(text)
  })

  test('a link that was never stored is not found, for any name', async () => {
    const store = await place().open()
    for (const id of [shareId('never'), '', '../secret', '*', 'a'.repeat(32), '__proto__']) {
      expect(await store.get(id)).toBeUndefined()
    }
  })

  test('damaged content is not shown, and sharing it again repairs the link', async () => {
    const { open, damage } = place()
    const store = await open()
    const { id } = await store.put('"whole"')
    await damage(id)
    expect(await store.get(id)).toBeUndefined()
    expect(await store.put('"whole"')).toEqual({ id, isNew: true })
    expect(await store.get(id)).toBe('"whole"')
  })

  test('two servers that write the same link simultaneously both store the link', async () => {
    const { open } = place()
    const [one, other] = [await open(), await open()]
    const texts = Array.from({ length: 20 }, (_none, at) => JSON.stringify(`text ${at}`))
    await Promise.all(texts.flatMap((text) => [one.put(text), other.put(text)]))
    expect(await Promise.all(texts.map((text) => other.get(shareId(text))))).toEqual(texts)
    expect(await Promise.all(texts.map((text) => one.get(shareId(text))))).toEqual(texts)
  })
})

describe('an unusable Redis for short links', () => {
  test('full: new links are refused with the reason, and existing links are read', async () => {
    const store = await openShares('redis', '', { url: redis.url, base: 'full' })
    const { id } = await store.put('"before"')
    await redis.client.config('SET', 'maxmemory', '1mb')
    await expect(store.put('"after"')).rejects.toThrow(ShareFault)
    await expect(store.put('"after"')).rejects.toThrow('Short links cannot be stored in redis: it is full.')
    expect(await store.get(id)).toBe('"before"')
    await redis.client.config('SET', 'maxmemory', '0')
    expect(await store.put('"after"')).toMatchObject({ isNew: true })
  })
})

/** The options that point a driver to a port on this machine. */
const remote = {
  redis: (port: number) => ({ url: `redis://127.0.0.1:${port}`, base: 'slow' }),
  s3: (port: number) => ({
    ...{ endpoint: `http://127.0.0.1:${port}`, bucket: 'links', region: 'us-east-1' },
    ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
  }),
} as const

test.for(['redis', 's3'] as const)(
  'missing or slow %s: the problem is reported in time, and no client waits forever',
  async (kind) => {
    const held = new Set<Socket>()
    const silent: Server = createServer((socket) => void held.add(socket))
    const port = await new Promise<number>((resolve) =>
      silent.listen(0, '127.0.0.1', () => {
        const address = silent.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      }),
    )
    const errors: unknown[] = []
    const manners = { patienceMs: 200, onError: (error: unknown) => void errors.push(error) }
    const slow = await openShares(kind, '', remote[kind](port), undefined, manners)
    await expect(slow.get(shareId('x'))).rejects.toThrow('it did not respond within 0.2 s')
    await expect(slow.put('"x"')).rejects.toThrow(ShareFault)
    for (const socket of held) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
    await expect(slow.put('"x"')).rejects.toThrow(ShareFault)
    // Only the Redis driver keeps a connection open.
    if (kind === 'redis') expect(errors).toContainEqual(expect.objectContaining({ code: 'ECONNREFUSED' }))
  },
)
