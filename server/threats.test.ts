import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
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

// A test runner takes a minute to list all tests, so only nightly tests check the table.
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
