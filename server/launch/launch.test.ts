import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const made: string[] = []
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Import a launch script. It is plain JavaScript, because it runs before any package is installed. */
async function script<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(join(import.meta.dirname, name)).href)) as T
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rye-launch-'))
  made.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const { missingPackages } = await script<{ missingPackages(root: string): readonly string[] }>('install.mjs')
const { isFresh, markFresh, pageSources } = await script<{
  readonly pageSources: readonly string[]
  isFresh(root: string, stamp: string, sources: readonly string[]): boolean
  markFresh(root: string, stamp: string, begun: Date, files?: readonly string[]): void
}>('freshness.cjs')
const { Quick, wrapped } = await script<{
  Quick: new (path: string, name: string) => { load(): { say(name: string): string }; keep(): void }
  wrapped(code: string): string
}>('quick.cjs')

const lockfile = (packages: object): string => JSON.stringify({ packages: { '': { name: 'x' }, ...packages } })
const wanted = {
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a/node_modules/@s/b': { version: '2.0.0' },
  'node_modules/for-another-system': { version: '1.0.0', optional: true },
}

test.for([
  { name: 'nothing is installed', installed: undefined, missing: ['a', '@s/b'] },
  { name: 'everything is installed', installed: wanted, missing: [] },
  {
    name: 'an optional package is missing',
    installed: { ...wanted, 'node_modules/for-another-system': undefined },
    missing: [],
  },
  {
    name: 'a package has another version',
    installed: { ...wanted, 'node_modules/a': { version: '0.9.0' } },
    missing: ['a'],
  },
])('the packages $missing count as missing when $name', ({ installed, missing }) => {
  const record = installed && { 'node_modules/.package-lock.json': lockfile(installed) }
  expect(missingPackages(folderWith({ 'package-lock.json': lockfile(wanted), ...record }))).toEqual(missing)
})

test('a build is stale without a stamp, after a change during the build, and after a removal', () => {
  const root = folderWith({ 'src/a.ts': '', 'src/sub/b.ts': '', 'lock.json': '' })
  const past = new Date(Date.now() - 60_000)
  const age = (): void =>
    ['src/a.ts', 'src/sub/b.ts', 'src/sub', 'src', 'lock.json'].forEach((path) =>
      utimesSync(join(root, path), past, past),
    )
  const fresh = (): boolean => isFresh(root, 'dist/.stamp', ['src', 'lock.json'])
  age()
  expect(fresh()).toBe(false)
  markFresh(root, 'dist/.stamp', new Date(Date.now() - 30_000))
  expect(fresh()).toBe(true)
  writeFileSync(join(root, 'src/sub/b.ts'), 'changed during the build')
  expect(fresh()).toBe(false)
  age()
  expect(fresh()).toBe(true)
  rmSync(join(root, 'src/sub/b.ts'))
  expect(fresh()).toBe(false)
})

test('a build with a file list is stale only after a change or the removal of a listed file', () => {
  const root = folderWith({ 'src/a.ts': '', 'far/b.ts': '', 'src/not-built-from.ts': '' })
  const built = new Date(Date.now() - 30_000)
  const listed = (): boolean => {
    for (const path of ['src/a.ts', 'far/b.ts', 'src'])
      utimesSync(join(root, path), new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
    markFresh(root, 'dist/.stamp', built, ['far/b.ts', 'src/a.ts'])
    return isFresh(root, 'dist/.stamp', [])
  }
  expect(listed()).toBe(true)
  writeFileSync(join(root, 'src/not-built-from.ts'), 'changed')
  expect(isFresh(root, 'dist/.stamp', [])).toBe(true)
  writeFileSync(join(root, 'far/b.ts'), 'changed')
  expect(isFresh(root, 'dist/.stamp', [])).toBe(false)
  expect(listed()).toBe(true)
  rmSync(join(root, 'src/a.ts'))
  expect(isFresh(root, 'dist/.stamp', [])).toBe(false)
})

test('the sources of the page include each file outside web/ that the page imports or shows as text', () => {
  const root = join(import.meta.dirname, '../..')
  const outside = readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|svelte)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .filter((entry) => !entry.parentPath.includes('/testing'))
    .flatMap((entry) => {
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
      const named = [...text.matchAll(/(?:from |glob<string>\()'(\.\.\/[^']+)'/g)]
      return named.map(([, path = '']) => relative(root, join(entry.parentPath, path)))
    })
    .filter((path) => !path.startsWith('web/'))
  expect(outside).toContain('CHANGELOG.md')
  expect(outside).toContain('docs/rules/*.md')
  const isSource = (path: string): boolean =>
    pageSources.some((source) => path === source || path.startsWith(`${source}/`))
  expect(outside.filter((path) => !isSource(path))).toEqual([])
})

test('work under a lock never overlaps, and the lock of a dead process is taken over', async () => {
  const root = folderWith({ lock: '999999999', log: '' })
  const program = `
    const { locked } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'lock.mjs')).href)})
    const { appendFileSync } = await import('node:fs')
    await locked(${JSON.stringify(join(root, 'lock'))}, async () => {
      appendFileSync(${JSON.stringify(join(root, 'log'))}, 'in ')
      await new Promise((resolve) => setTimeout(resolve, 150))
      appendFileSync(${JSON.stringify(join(root, 'log'))}, 'out ')
    })`
  const codes = await Promise.all([1, 2, 3].map(() => ended(['--input-type=module', '-e', program])))
  expect(codes).toEqual([0, 0, 0])
  expect(readFileSync(join(root, 'log'), 'utf8')).toBe('in out '.repeat(3))
})

function ended(args: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => spawn(process.execPath, args, { stdio: 'ignore' }).on('exit', resolve))
}

test('this version of Node accepts the optimization flags without output', () => {
  const url = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'optimize-less.cjs')).href)
  const program = `(await import(${url})).optimizeLess()`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect([status, stdout, stderr]).toEqual([0, '', ''])
})

describe('a program with a V8 code cache', () => {
  const one = wrapped('exports.say = (name) => `one ${name}`')
  const two = wrapped('exports.say = (name) => `two ${name}`')
  const say = (folder: string): string => {
    const quick = new Quick(join(folder, 'program.cjs'), 'say')
    const said = quick.load().say('more')
    quick.keep()
    return said
  }
  const kept = (folder: string): string => join(folder, 'kept/say')

  test('is cached at its first run, writable only by its owner, and not written again', () => {
    const folder = folderWith({ 'program.cjs': one })
    expect([say(folder), say(folder)]).toEqual(['one more', 'one more'])
    const before = statSync(kept(folder)).ino
    expect(say(folder)).toBe('one more')
    expect([statSync(kept(folder)).ino, statSync(kept(folder)).mode & 0o777]).toEqual([before, 0o644])
    expect(readdirSync(join(folder, 'kept'))).toEqual(['say'])
    expect(statSync(join(folder, 'kept')).mode & 0o022).toBe(0)
  })

  // On its own, V8 accepts the code cache of another script of the same length, and an incomplete cache.
  test.for<readonly [what: string, change: (folder: string) => void, said: string]>([
    ['another script of the same length', (folder) => replace(folder, two, false), 'two more'],
    ['another script of the same length and time', (folder) => replace(folder, two, true), 'two more'],
    ['a script changed by hand', (folder) => replace(folder, one.replace('one', 'two'), false), 'two more'],
    [
      'bytes that were changed',
      (folder) => spoil(kept(folder), (bytes) => bytes.fill(7, bytes.length / 2)),
      'one more',
    ],
    ['half of the bytes', (folder) => spoil(kept(folder), (bytes) => bytes.subarray(0, bytes.length / 2)), 'one more'],
    ['no bytes', (folder) => writeFileSync(kept(folder), ''), 'one more'],
    ['a folder in place of the cache', (folder) => (rmSync(kept(folder)), mkdirSync(kept(folder))), 'one more'],
    ['a file in place of the folder of the cache', (folder) => (rmSync(join(folder, 'kept'), { recursive: true }), writeFileSync(join(folder, 'kept'), '')), 'one more'], // prettier-ignore
  ])('the program prints the same without a usable cache: %s', ([, change, said]) => {
    const folder = folderWith({ 'program.cjs': one })
    say(folder)
    change(folder)
    expect([say(folder), say(folder)]).toEqual([said, said])
  })

  test('contains only ASCII with the same output, and escaping that would change a program is refused', () => {
    const letters = wrapped("exports.say = (name) => `é“😀 ${name} ${/^[ä-ü]😀$/u.test('ö😀')} ${/[“é]/.test('é')}`")
    expect(letters).not.toMatch(/[^\0-\x7f]/)
    expect(say(folderWith({ 'program.cjs': letters }))).toBe('é“😀 more true true')
    expect(say(folderWith({ 'program.cjs': one.replace('one', 'é“😀') }))).toBe('é“😀 more')
    for (const code of ["'\\é'", 'String.raw`é`']) expect(() => wrapped(code)).toThrow('as an escape')
  })

  function replace(folder: string, script: string, keepsTime: boolean): void {
    const path = join(folder, 'program.cjs')
    const { atime, mtime } = statSync(path)
    writeFileSync(path, script)
    utimesSync(path, atime, keepsTime ? mtime : new Date(mtime.getTime() + 1_000))
  }

  function spoil(path: string, change: (bytes: Buffer) => Uint8Array): void {
    writeFileSync(path, change(readFileSync(path)))
  }
})
