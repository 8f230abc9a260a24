import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

/** The files that a section lists, in order; `NAME` is replaced by the name of an existing item of the same kind. */
function filesOf(title: string, name: string): readonly string[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
  return [...section.matchAll(/^\d+\. .*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/`((?:core|web|server|examples|docs)\/[\w./-]+|[A-Z]+\.md)`/g)].map(([, path = '']) =>
      path.replace('NAME', name),
    ),
  )
}

/** The TypeScript and Svelte files in a folder whose content matches a pattern. */
function saying(room: string, word: RegExp): readonly string[] {
  return readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|svelte)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => word.test(readFileSync(join(root, path), 'utf8')))
    .sort()
}

test('every file that the guide names exists', () => {
  const named = [...guide.matchAll(/`((?:core|web|server|examples|e2e|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !path.includes('NAME') && !existsSync(join(root, path)))).toEqual([])
})

test('every name that the map lists for a file is declared in that file', () => {
  const map = guide.split(/^## /m).find((text) => text.startsWith('Where each decision is\n')) ?? ''
  const rows = [...map.matchAll(/`([\w./-]+\.(?:ts|cjs|mjs|svelte))` \(([^)]+)\)/g)]
  expect(rows.length).toBeGreaterThan(15)
  const missing = rows.flatMap(([, path = '', names = '']) =>
    [...names.matchAll(/`(\w+)`/g)]
      .filter(
        ([, name]) =>
          !new RegExp(
            `\\b(?:function|const|class|interface|get) ${name}\\b|^  (?:async |readonly )?${name}[(:]`,
            'm',
          ).test(readFileSync(join(root, path), 'utf8')),
      )
      .map(([, name]) => `${path} ${name}`),
  )
  expect(missing).toEqual([])
})

/**
 * Whether a new part never changes a file: tests and the bench only use existing parts, and link dictionaries are
 * frozen.
 */
const isNoPlaceToAdd = (path: string): boolean =>
  /\.test\.ts$|\/testing\/|^server\/bench\/|^core\/conformance\/|\/share-dictionary-\d+\.ts$/.test(path)

test.for([
  { title: 'A dialect', name: 'lilux', word: /'lilux'|\blilux[:,]|\blilux or / },
  { title: 'A primitive', name: 'http_client', word: /'http_client'|\bhttp_client:/ },
  { title: 'A panel', name: 'TracePanel', word: /TracePanel|name: 'trace'/ },
  { title: 'A command', name: 'keys', word: /keysCommand|cli\/keys/ },
  { title: 'An interpreter type', name: '', word: /'version_manager'|\bversion_manager:/ },
  { title: 'An MCP tool', name: 'share', word: /\baddShare\b/ },
  { title: 'An example', name: 'cycle-and-missing', word: /cycle-and-missing/ },
])('$title is added only in the files that the guide lists', ({ title, name, word }) => {
  const listed = filesOf(title, name)
  expect(listed.length).toBeGreaterThan(1)
  const naming = ['core', 'server', 'web'].flatMap((room) => saying(room, word)).filter((path) => !isNoPlaceToAdd(path))
  expect(naming.filter((path) => !listed.includes(path))).toEqual([])
})

test('a primitive is added in at most six files', () => {
  expect(filesOf('A primitive', 'http_client').length).toBeLessThanOrEqual(6)
})

test.for(['category-undeclared', 'dotenv-unreadable'])(
  'a diagnostic code such as %s appears only in the listed files and in one step of the pipeline',
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

/** The rows of a section's table, without the header. */
function rowsOf(title: string): readonly (readonly string[])[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const pathsIn = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map(([, path = '']) => path)

/** Whether a file is the launcher, which has one statement and no functions. */
const isStart = (path: string): boolean => path === 'server/launch/start.mjs'

test('at most four files with their functions answer each of seventeen questions', () => {
  const map = guide.split(/^## /m).find((text) => text.startsWith('Where each decision is\n')) ?? ''
  const rows = [...map.matchAll(/^- \*\*(.+?)\*\* (.*)$/gm)]
  expect(rows).toHaveLength(17)
  for (const [, question = '', answer] of rows) {
    const paths = pathsIn(answer)
    const files = new Set(paths.filter((path) => !path.startsWith('docs/')))
    expect(files.size, question).toBeGreaterThan(0)
    expect(files.size, question).toBeLessThanOrEqual(4)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const withNames = [...(answer ?? '').matchAll(/`([\w./-]+\/[\w./-]+)` \([^)]*`/g)].map(([, path]) => path)
    expect([...files].filter((path) => !withNames.includes(path) && !isStart(path))).toEqual([])
  }
})

/** The letters of the codes, such as `S12`, in the comments and test titles of the engine. */
function codesCited(): ReadonlySet<string> {
  const codes = new Set<string>()
  for (const path of saying('core', /[A-Z]\d/)) {
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    for (const line of lines.filter((text) => /^\s*(?:\*|\/\*\*|\/\/|test\()/.test(text)))
      for (const [, letter = ''] of line.matchAll(/(?:^|[\s(])([A-Z])\d{1,2}(?:\.\d+)?(?=[\s),:.;]|$)/g))
        codes.add(letter)
  }
  return codes
}

test('every kind of code cited in comments has a row with its rules page', () => {
  const rows = rowsOf('Codes in comments')
  const letters = rows.flatMap(([codes = '']) => [...codes.matchAll(/`([A-Z])\d/g)].map(([, letter]) => letter))
  expect([...codesCited()].filter((letter) => !letters.includes(letter))).toEqual([])
  for (const [code = '', , pages] of rows) {
    const paths = pathsIn(pages)
    expect(paths.length, code).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  }
})

test('the glossary has at most 30 identifiers, and each is declared', () => {
  const names = rowsOf('Identifiers').map(([name = '']) => name.replaceAll('`', ''))
  expect(names.length).toBeLessThanOrEqual(30)
  expect(names.length).toBeGreaterThan(10)
  const declared = (name: string): boolean =>
    ['core', 'server', 'web'].some(
      (room) => saying(room, new RegExp(`export (?:abstract )?(?:class|interface|type) ${name}\\b`)).length > 0,
    )
  expect(names.filter((name) => !declared(name))).toEqual([])
})
