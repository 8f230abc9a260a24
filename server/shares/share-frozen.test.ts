import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSnapshot } from '#core/workspace'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

// Stores of earlier versions, copied from disk: this version opens their links with the original content.

const stores = join(import.meta.dirname, '../testing/shares')
const drafts = join(import.meta.dirname, '../../core/testing/links')
const links = [
  { id: 'uLLOn76gUTK2c54RDokBpbUSa5BPeZDu', draft: '1-hello-chain.json' },
  { id: 'NiCRR2gIwf1IA4acDR8JDQZo7WutWsIO', draft: '1-values.json' },
  { id: 'Mtw8pOjO1O4YAfv8fxLixre18SxPU5Hf', draft: '2-graph-pipeline.json' },
  { id: 'Ca0DERHj5avarOPWQGLRlJGMW6kV-yj_', draft: '4-signed-and-locked.json' },
] as const

/** The original draft of a link, from the test data of the engine. */
function sharedAs(draft: string): unknown {
  const { snapshot } = JSON.parse(readFileSync(join(drafts, draft), 'utf8')) as { readonly snapshot: unknown }
  return snapshot
}

let dir: string
let redis: TestRedis
let servers: Readonly<Record<'fs' | 'redis', TestServer>>
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rye-frozen-'))
  cpSync(join(stores, 'fs'), dir, { recursive: true })
  redis = await startTestRedis([], join(stores, 'appendonly.aof'))
  const options = JSON.stringify({ url: redis.url, base: 'shares' })
  servers = {
    fs: await startTestServer(['--share-dir', dir]),
    redis: await startTestServer(['--share-store', 'redis', '--share-options', options]),
  }
}, 60_000)
afterAll(async () => {
  await Promise.all(Object.values(servers ?? {}).map((server) => server.close()))
  await redis?.close()
  rmSync(dir, { recursive: true, force: true })
})

describe.for(['fs', 'redis'] as const)('a store of an earlier version in %s', (name) => {
  test.for(links)('$draft opens from its short link with its original content', async ({ id, draft }) => {
    const response = await servers[name].send('GET', `/api/shares/${id}`)
    const answer = (await response.json()) as { readonly id: string; readonly snapshot: unknown }
    expect([response.status, answer.id]).toEqual([200, id])
    expect(parseSnapshot(answer.snapshot)).toMatchObject({
      kind: 'snapshot',
      snapshot: sharedAs(draft),
      ignored: [],
    })
  })

  test('sharing the same draft again gives the same link without a new entry', async () => {
    for (const { id, draft } of links) {
      const response = await servers[name].send('POST', '/api/shares', { snapshot: sharedAs(draft) })
      expect([response.status, await response.json()]).toEqual([200, { id, path: `/s/${id}` }])
    }
  })
})
