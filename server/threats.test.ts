import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import { isNightly } from '../core/testing/nightly.ts'

const root = join(import.meta.dirname, '..')

const rows = readFileSync(join(import.meta.dirname, 'THREATS.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!attacker|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** Folders with the tests of the table: those of the server and the engine's hostile suites. */
const suites = ['server/', 'core/hostile', 'core/run/consent', 'core/plan/schema/validate', 'core/simulation']

/**
 * A test as its runner lists it: the file's path from the root, and the titles from the outermost group to the test.
 */
interface Listed {
  readonly file: string
  readonly titles: readonly string[]
}

// A test runner takes a minute to list all tests, so only nightly tests compare the table with the exact titles.
let listed: readonly Listed[]
let titles: ReadonlySet<string>
beforeAll(async () => {
  if (!isNightly) return
  // The test runners list the tests, so the rows of the table must use the real titles.
  listed = (await Promise.all([unitTests(), browserStories()])).flat()
  titles = new Set(listed.map((test) => test.titles.at(-1) ?? ''))
}, 1_200_000)

async function unitTests(): Promise<readonly Listed[]> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'list', '--json', '--configLoader=runner']
  const stdout = await answerOf([...vitest, '--root', root, ...suites])
  const found = JSON.parse(stdout.slice(stdout.indexOf('['))) as readonly {
    readonly name: string
    readonly file: string
  }[]
  return found.map(({ name, file }) => ({ file: relative(root, file), titles: name.split(' > ') }))
}

/** The parts of Playwright's test list that this file uses. */
interface Suite {
  readonly file: string
  readonly specs: readonly { readonly title: string }[]
  readonly suites?: readonly Suite[]
}

async function browserStories(): Promise<readonly Listed[]> {
  const stdout = await answerOf(['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json'])
  const { suites: found } = JSON.parse(stdout) as { readonly suites: readonly Suite[] }
  const storiesOf = ({ file, specs, suites: inner = [] }: Suite): readonly Listed[] => [
    ...specs.map(({ title }) => ({ file: `e2e/${file}`, titles: [title] })),
    ...inner.flatMap(storiesOf),
  ]
  return found.flatMap(storiesOf)
}

async function answerOf(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

test('the table has complete rows', () => {
  expect(rows.length).toBeGreaterThan(45)
  for (const cells of rows) expect(cells.slice(1, 6)).not.toContain('')
})

/** The strings of a source file. `…` is in place of each value that a title or a template contains. */
function stringsOf(file: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text.replace(/%[a-z#]|\$[\w.]+/g, '…'))
    if (ts.isTemplateExpression(node))
      found.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…'))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest))
  return found
}

test('every row names a test whose title, or a long part of it, is in the sources', { timeout: 60_000 }, () => {
  const files = ['core', 'server', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const strings = new Set(files.filter((path) => /\.test\.ts$|^e2e\/.*\.ts$/.test(path)).flatMap(stringsOf))
  const withWords = (least: number): readonly string[] =>
    [...strings].filter((text) => (text.match(/[A-Za-z]{2,}/g) ?? []).length >= least)
  const patterns = withWords(3)
    .filter((text) => text.includes('…'))
    .map((text) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}$`))
  const rowTitles = withWords(2)
  const isKnown = (title: string): boolean =>
    strings.has(title) ||
    patterns.some((pattern) => pattern.test(title)) ||
    rowTitles.some((text) => title.replace(/^'|^\w+: /, '').startsWith(text))
  const names = rows.map((cells) => (cells[5] ?? '').replace(/^`|`$/g, ''))
  expect(names.filter((title) => !isKnown(title))).toEqual([])
  // The check must find most changed titles.
  const changed = names.map((title) => title.replace(/\w+ (\w+)/, 'zzz $1'))
  expect(changed.filter(isKnown).length).toBeLessThan(names.length / 5)
})

test.runIf(isNightly)('every row names an existing test', () => {
  const unknown = rows.map((cells) => (cells[5] ?? '').replace(/^`|`$/g, '')).filter((name) => !titles.has(name))
  expect(unknown).toEqual([])
})

/** The number of tests in a file. A test with a title such as `12 links` counts as 12 tests. */
const countIn = (file: string, group = ''): number =>
  listed
    .filter((test) => test.file === file && test.titles.join(' > ').includes(group))
    .reduce((sum, test) => sum + Number(/^\d+(?= links)/.exec(test.titles.at(-1) ?? '')?.[0] ?? 1), 0)

test.runIf(isNightly).for([
  { what: 'programs in the sandbox', least: 60, files: ['server/sandbox/hostile-programs.test.ts'] },
  {
    what: 'requests to the guard',
    least: 60,
    files: ['server/http/hostile-requests.test.ts'],
    group: 'the guard, before every route',
  },
  { what: 'schemas and files', least: 60, files: ['core/hostile-work.test.ts', 'core/hostile.test.ts'] },
  { what: 'links', least: 30, files: ['e2e/hostile-links.spec.ts'] },
  { what: 'faults of storage', least: 20, files: ['e2e/storage.spec.ts'] },
])('the suite has at least $least hostile $what', ({ least, files, group }) => {
  expect(files.reduce((sum, file) => sum + countIn(file, group), 0)).toBeGreaterThanOrEqual(least)
})
