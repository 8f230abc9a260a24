import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const rows = readFileSync(join(import.meta.dirname, 'THREATS.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!attacker|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** Where the tests of the table stand: the server's, the hostile suites of the engine, and the stories in a browser. */
const suites = ['server/', 'core/hostile', 'core/run/consent']

let titles: ReadonlySet<string>
beforeAll(async () => {
  // Asked of the runners themselves, so that rows of tables count under the names with which they really run.
  titles = new Set((await Promise.all([unitTests(), browserStories()])).flat())
}, 240_000)

async function unitTests(): Promise<readonly string[]> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'list', '--json', '--configLoader=runner']
  const stdout = await answerOf([...vitest, '--root', root, ...suites])
  const listed = JSON.parse(stdout.slice(stdout.indexOf('['))) as readonly { readonly name: string }[]
  return listed.map(({ name }) => name.split(' > ').at(-1) ?? '')
}

/** Playwright's own shape, as far as it is read here. */
interface Suite {
  readonly specs: readonly { readonly title: string }[]
  readonly suites?: readonly Suite[]
}

async function browserStories(): Promise<readonly string[]> {
  const stdout = await answerOf(['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json'])
  const { suites: listed } = JSON.parse(stdout) as { readonly suites: readonly Suite[] }
  const titlesOf = ({ specs, suites: inner = [] }: Suite): readonly string[] => [
    ...specs.map(({ title }) => title),
    ...inner.flatMap(titlesOf),
  ]
  return listed.flatMap(titlesOf)
}

async function answerOf(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

test('the table has rows', () => {
  expect(rows.length).toBeGreaterThan(45)
})

test('every row is complete and names a test that is run', () => {
  const unknown = rows.map((cells) => (cells[5] ?? '').replace(/^`|`$/g, '')).filter((name) => !titles.has(name))
  expect(unknown).toEqual([])
  for (const cells of rows) expect(cells.slice(1, 6)).not.toContain('')
})
