import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson, openShares } from './shares.ts'
import { startTestServer } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'

const text = (value: unknown): string => canonicalJson(value) ?? ''

let dir: string
beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'rye-shares-'))))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe.each(['fs', 'memory'])('the %s store', (driver) => {
  test('the same content gives the same link', async () => {
    const store = await openShares(driver, dir, {})
    const first = await store.put(text({ b: [1, { y: 'é', x: null }], a: true }))
    const second = await store.put(text({ a: true, b: [1, { x: null, y: 'é' }] }))
    expect([first.isNew, second]).toEqual([true, { id: first.id, isNew: false }])
    expect(first.id).toMatch(/^[\w-]{32}$/)
    expect(await store.get(first.id)).toBe('{"a":true,"b":[1,{"x":null,"y":"é"}]}')
  })

  test('simultaneous writers get the same link', async () => {
    const store = await openShares(driver, dir, {})
    const put = await Promise.all(Array.from({ length: 20 }, () => store.put(text({ at: 'once', driver }))))
    expect(new Set(put.map(({ id }) => id)).size).toBe(1)
  })

  test.for(['', '../../etc/passwd', 'a'.repeat(31), 'a'.repeat(33), `${'a'.repeat(31)}/`, 'A'.repeat(32)])(
    '%j is not found',
    async (id) => {
      expect(await (await openShares(driver, dir, {})).get(id)).toBeUndefined()
    },
  )
})

test('only complete files stay, and a damaged file is not served', async () => {
  const store = await openShares('fs', dir, {})
  const { id } = await store.put(text({ whole: true }))
  const files = readdirSync(dir, { recursive: true })
    .map(String)
    .filter((path) => path.includes('.'))
  expect(files.every((path) => path.endsWith('.json'))).toBe(true)
  const path = join(dir, id.slice(0, 2), `${id}.json`)
  writeFileSync(path, readFileSync(path, 'utf8').replace('true', 'false'))
  expect(await store.get(id)).toBeUndefined()
})

test('keys named like prototype members are data', () => {
  const value: unknown = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}')
  expect(canonicalJson(value)).toBe('{"__proto__":{"polluted":1},"constructor":2}')
})

test.for([
  ['a value that is too deep', JSON.parse('['.repeat(100) + ']'.repeat(100)) as unknown],
  ['a number that JSON cannot express', { a: Infinity }],
  ['a function', { a: () => 1 }],
] as const)('%s has no canonical text', ([, value]) => {
  expect(canonicalJson(value)).toBeUndefined()
})

test('an unknown driver is refused by name', async () => {
  await expect(openShares('../evil', dir, {})).rejects.toThrow('../evil')
})

test('a driver without its package names the package to install', async () => {
  await expect(openShares('mongodb', '', {})).rejects.toThrow(
    '--share-store mongodb requires a package that is not installed. Install it: npm install mongodb',
  )
})

describe('over HTTP', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(['--share-bytes', '1000'])
  })
  afterAll(() => server.close())

  test('a link is stored and found, and its page is the playground', async () => {
    const stored = await server.send('POST', '/api/shares', { snapshot: { version: 1, files: {} } })
    const { id, path } = (await stored.json()) as { id: string; path: string }
    expect([stored.status, path]).toEqual([201, `/s/${id}`])
    expect((await server.send('POST', '/api/shares', { snapshot: { files: {}, version: 1 } })).status).toBe(200)
    expect(await (await server.send('GET', `/api/shares/${id}`)).json()).toEqual({
      id,
      snapshot: { version: 1, files: {} },
    })
    expect(await (await fetch(server.origin + path)).text()).toContain('<title>page</title>')
  })

  test.for([
    ['a body without a snapshot', {}, 400],
    ['a list', { snapshot: [] }, 400],
    ['a body that is too large', { snapshot: { text: 'x'.repeat(1001) } }, 413],
    ['a snapshot that is too deep', { snapshot: { a: JSON.parse('['.repeat(100) + ']'.repeat(100)) as unknown } }, 422],
  ] as const)('%s is not stored', async ([, body, status]) => {
    expect((await server.send('POST', '/api/shares', body)).status).toBe(status)
  })

  test('an unknown link is not found', async () => {
    expect((await server.send('GET', `/api/shares/${'a'.repeat(32)}`)).status).toBe(404)
  })
})
