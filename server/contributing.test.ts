import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

/** The files that the section of a title lists, in order; `NAME` stands for what an existing one of its kind is called. */
function filesOf(title: string, name: string): readonly string[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
  return [...section.matchAll(/^\d+\. .*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/`((?:core|web|server|examples)\/[\w./-]+|[A-Z]+\.md)`/g)].map(([, path = '']) =>
      path.replace('NAME', name),
    ),
  )
}

/** Every file of a room that says a word. */
function saying(room: string, word: RegExp): readonly string[] {
  return readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|svelte)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => word.test(readFileSync(join(root, path), 'utf8')))
    .sort()
}

test('every file that the guide names is there', () => {
  const named = [...guide.matchAll(/`((?:core|web|server|examples|e2e)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !path.includes('NAME') && !existsSync(join(root, path)))).toEqual([])
})

/** Tests use what there is, and a dictionary of links is frozen: nothing is added to them for something new. */
const isNoPlaceToAdd = (path: string): boolean =>
  /\.test\.ts$|\/testing\/|^core\/conformance\/|\/share-dictionary-\d+\.ts$/.test(path)

test.for([
  { title: 'A dialect', name: 'lilux', word: /'lilux'|\blilux[:,]/ },
  { title: 'A primitive', name: 'http_client', word: /'http_client'|\bhttp_client:/ },
  { title: 'A panel', name: 'WorldPanel', word: /WorldPanel|name: 'world'/ },
  { title: 'A command', name: 'keys', word: /keysCommand|cli\/keys/ },
  { title: 'An example', name: 'cycle-and-missing', word: /cycle-and-missing/ },
])('$title is added in the files that the guide lists, and in no other', ({ title, name, word }) => {
  const listed = filesOf(title, name)
  expect(listed.length).toBeGreaterThan(1)
  const naming = ['core', 'server', 'web'].flatMap((room) => saying(room, word)).filter((path) => !isNoPlaceToAdd(path))
  expect(naming.filter((path) => !listed.includes(path))).toEqual([])
})

test('a primitive is added in at most six files', () => {
  expect(filesOf('A primitive', 'http_client').length).toBeLessThanOrEqual(6)
})

test.for(['category-undeclared', 'dotenv-unreadable'])(
  'a diagnostic code such as %s is added in the files that the guide lists, and in the one step that finds it',
  (code) => {
    const listed = filesOf('A diagnostic code', code)
    const naming = saying('core', new RegExp(`'${code}'`)).filter((path) => !/\.test\.ts$/.test(path))
    const [example] = naming.filter((path) => path.startsWith('core/testing/diagnostics/'))
    const [prose] = naming.filter((path) => path.startsWith('core/diagnostics/prose-'))
    expect([example, prose]).not.toContain(undefined)
    expect(naming.filter((path) => !listed.includes(path) && path !== example && path !== prose)).toHaveLength(1)
    for (const room of ['server', 'web'])
      expect(saying(room, new RegExp(`'${code}'`)).filter((path) => !isNoPlaceToAdd(path))).toEqual([])
  },
)
