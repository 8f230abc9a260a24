import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStatic, type StaticFiles } from './static.ts'

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
