import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openStatic, type StaticFiles, type StaticRequest } from './static.ts'

/** A built page with one script, in its own folder. */
function builtPage(): { readonly dir: string; readonly build: (script: string) => void; readonly clear: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'rye-static-'))
  const clear = (): void => rmSync(dir, { recursive: true, force: true })
  onTestFinished(clear)
  let builds = 0
  const build = (script: string): void => {
    builds++
    for (const [path, text] of [
      [`assets/${script}`, `// ${script}`],
      ['index.html', `<script src=assets/${script}></script>`],
    ] as const) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
      // Some disks store times so coarsely that two builds of a test get the same time.
      utimesSync(join(dir, path), builds, builds)
    }
    utimesSync(join(dir, 'assets'), builds, builds)
  }
  return { dir, build, clear }
}

const textOf = async (files: StaticFiles, path: string, ifNoneMatch?: string): Promise<string | undefined> =>
  (await files.answer(path, { method: 'GET', acceptEncoding: undefined, ifNoneMatch }))?.text()

test('a page rebuilt while the server runs is served, and a missing page is not', async () => {
  const { dir, build, clear } = builtPage()
  build('index-aaaaaaaa.js')
  const files = openStatic(dir)
  const first = await files.answer('/', { method: 'GET', acceptEncoding: 'gzip', ifNoneMatch: undefined })
  expect(await textOf(files, '/assets/index-aaaaaaaa.js')).toContain('aaaaaaaa')

  clear()
  expect(await textOf(files, '/')).toBeUndefined()
  expect(await textOf(files, '/assets/index-aaaaaaaa.js')).toBeUndefined()

  build('index-bbbbbbbb.js')
  expect(await textOf(files, '/', first?.headers.get('etag') ?? '')).toContain('bbbbbbbb')
  expect(await textOf(files, '/assets/index-bbbbbbbb.js')).toContain('bbbbbbbb')
  expect(await textOf(files, '/assets/index-aaaaaaaa.js')).toBeUndefined()
})

test.for([
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['br, gzip;q=0.5', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'gzip'],
  ['GZIP ; Q=1', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.0', undefined],
  ['gzip; q = 0, *', undefined],
  ['br', undefined],
  ['notgzip', undefined],
  ['*;q=0, gzip', 'gzip'],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0, *', 'gzip'],
  ['*;q=0', 406],
  ['identity;q=0, gzip;q=0', 406],
  ['identity;q=0', 406],
] as const)('Accept-Encoding %j is answered with %j', async ([acceptEncoding, coding]) => {
  const { dir, build } = builtPage()
  build('index-aaaaaaaa.js')
  writeFileSync(join(dir, 'large.js'), '// x\n'.repeat(1_000))
  const answer = await openStatic(dir).answer('/large.js', { method: 'GET', acceptEncoding, ifNoneMatch: undefined })
  const found = answer?.status === 406 ? 406 : (answer?.headers.get('content-encoding') ?? undefined)
  expect([found, answer?.headers.get('vary')]).toEqual([coding, 'accept-encoding'])
})

test('each known kind of file is sent with its media type, and others as bytes', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'rye-static-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  // The media types that IANA lists; text types have a charset.
  const types = {
    html: 'text/html; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    mjs: 'text/javascript; charset=utf-8',
    css: 'text/css; charset=utf-8',
    json: 'application/json; charset=utf-8',
    map: 'application/json; charset=utf-8',
    svg: 'image/svg+xml; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    py: 'text/plain; charset=utf-8',
    webmanifest: 'application/manifest+json',
    wasm: 'application/wasm',
    png: 'image/png',
    ico: 'image/x-icon',
    ttf: 'font/ttf',
    woff2: 'font/woff2',
    zip: 'application/zip',
    other: 'application/octet-stream',
  }
  for (const extension of Object.keys(types)) writeFileSync(join(dir, `file.${extension}`), 'content')
  const files = openStatic(dir)
  const sent = await Promise.all(
    Object.keys(types).map(async (extension) => {
      const request = { method: 'GET', acceptEncoding: undefined, ifNoneMatch: undefined }
      const answer = await files.answer(`/file.${extension}`, request)
      return [extension, answer?.headers.get('content-type')]
    }),
  )
  expect(Object.fromEntries(sent)).toEqual(types)
})

/** Responses to requests for files of a folder with this content. */
function served(texts: Readonly<Record<string, string | Buffer>>) {
  const dir = mkdtempSync(join(tmpdir(), 'rye-static-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  const files = openStatic(dir)
  const get = (path: string, asked: Partial<StaticRequest> = {}) =>
    files.answer(path, { method: 'GET', acceptEncoding: undefined, ifNoneMatch: undefined, ...asked })
  return { dir, get }
}

test('a file has its length and a tag of its content, and HEAD has no body', async () => {
  const { get } = served({ 'a.txt': 'é', 'b.txt': 'é', 'c.txt': 'e' })
  const whole = await get('/a.txt')
  const head = await get('/a.txt', { method: 'HEAD' })
  expect([await whole?.text(), await head?.text()]).toEqual(['é', ''])
  const headers = Object.fromEntries(whole?.headers ?? [])
  expect(headers).toEqual({
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '2',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
  })
  expect(Object.fromEntries(head?.headers ?? [])).toEqual(headers)
  const tagOf = async (path: string) => (await get(path))?.headers.get('etag')
  expect([await tagOf('/b.txt'), await tagOf('/c.txt')]).toEqual([
    headers['etag'],
    expect.not.stringMatching(headers['etag'] ?? ''),
  ])
})

test('an unchanged file is not sent again', async () => {
  const { get } = served({ 'a.txt': 'a' })
  const tag = (await get('/a.txt'))?.headers.get('etag') ?? ''
  for (const [ifNoneMatch, status] of [
    [tag, 304],
    [`"other", ${tag}`, 304],
    ['"other"', 200],
  ] as const) {
    const answer = await get('/a.txt', { ifNoneMatch })
    expect([answer?.status, answer?.headers.get('etag'), await answer?.text()]).toEqual([
      ...[status, tag, status === 304 ? '' : 'a'],
    ])
  }
})

test('only hashed files of the page are cached forever', async () => {
  const paths = {
    '/assets/index-D3adB33f.js': true,
    '/assets/deep/index.D3adB33f.css': true,
    '/assets/index-short.js': false,
    '/assets/index.js': false,
    '/index-D3adB33f.js': false,
    '/x/assets/index-D3adB33f.js': false,
  }
  const { get } = served(Object.fromEntries(Object.keys(paths).map((path) => [path, 'text'])))
  for (const [path, isForever] of Object.entries(paths)) {
    const expected = isForever ? 'public, max-age=31536000, immutable' : 'no-cache'
    expect([path, (await get(path))?.headers.get('cache-control')]).toEqual([path, expected])
  }
})

test('large files of a compressible type are compressed, with the compressed file of the build if there is one', async () => {
  const texts = { 'small.js': 1023, 'large.js': 1024, 'a.wasm': 1024, 'a.ttf': 1024, 'a.svg': 1024, 'a.json': 1024 }
  const { get } = served({
    ...Object.fromEntries(Object.entries(texts).map(([path, size]) => [path, 'x'.repeat(size)])),
    'a.png': 'x'.repeat(5000),
    'built.css': 'y'.repeat(5000),
    'built.css.gz': gzipSync('from the build'),
  })
  const sent = async (path: string) => {
    const answer = await get(path, { acceptEncoding: 'gzip' })
    const body = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(answer?.headers.get('content-length')).toBe(String(body.length))
    const isGzip = answer?.headers.get('content-encoding') === 'gzip'
    return [isGzip, isGzip ? gunzipSync(body).toString() : body.toString()]
  }
  expect(await sent('/small.js')).toEqual([false, 'x'.repeat(1023)])
  for (const path of ['/large.js', '/a.wasm', '/a.ttf', '/a.svg', '/a.json'])
    for (let again = 0; again < 2; again++) expect(await sent(path)).toEqual([true, 'x'.repeat(1024)])
  expect(await sent('/a.png')).toEqual([false, 'x'.repeat(5000)])
  expect(await sent('/built.css')).toEqual([true, 'from the build'])
  expect(await get('/large.js', { acceptEncoding: 'identity' })).toMatchObject({ status: 200 })
})

test('a folder is its index file, and other paths of it are not files', async () => {
  const { get } = served({ 'index.html': 'home', 'docs/index.html': 'docs' })
  const textOf = async (path: string) => (await get(path))?.text()
  expect([await textOf('/'), await textOf('/docs/')]).toEqual(['home', 'docs'])
  for (const path of ['/docs', '', '/none/', '/../index.html', '//index.html'])
    expect(await textOf(path)).toBeUndefined()
})

test('a file that was removed without a changed timestamp is not found, and one that cannot be read is an error', async () => {
  const { dir, get } = served({ 'a.txt': 'a', 'b.txt': 'b' })
  utimesSync(dir, 1, 1)
  expect(await (await get('/a.txt'))?.text()).toBe('a')
  rmSync(join(dir, 'a.txt'))
  rmSync(join(dir, 'b.txt'))
  mkdirSync(join(dir, 'b.txt'))
  // The folder looks unchanged, so its files are not listed again.
  utimesSync(dir, 1, 1)
  expect(await get('/a.txt')).toBeUndefined()
  await expect(get('/b.txt')).rejects.toMatchObject({ code: 'EISDIR' })
})
