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

let titles: ReadonlySet<string>
beforeAll(async () => {
  // Asked of the runner itself, so that rows of tables count under the names with which they really run.
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [
    vitest,
    'list',
    '--json',
    '--configLoader=runner',
    '--root',
    root,
    '--exclude',
    'server/cli/**',
    'server/',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const listed = JSON.parse(stdout.slice(stdout.indexOf('['))) as readonly { readonly name: string }[]
  titles = new Set(listed.map(({ name }) => name.split(' > ').at(-1) ?? ''))
}, 120_000)

test('the table has rows', () => {
  expect(rows.length).toBeGreaterThan(45)
})

test('every row is complete and names a test that is run', () => {
  const unknown = rows.map((cells) => (cells[5] ?? '').replace(/^`|`$/g, '')).filter((name) => !titles.has(name))
  expect(unknown).toEqual([])
  for (const cells of rows) expect(cells.slice(1, 6)).not.toContain('')
})
