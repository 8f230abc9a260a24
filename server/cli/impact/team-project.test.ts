import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { files } from '../../../examples/team-project/generate.mjs'
import { exampleFolder, ryeChain } from '../../testing/directories.ts'

// Six questions about the example `team-project`. `generate.mjs` lists its files, so the answers can be counted there.

const areas = ['billing', 'data', 'deploy', 'mail', 'orders', 'reports', 'search', 'stock', 'support', 'users']
const each = (tool: string, ...without: readonly string[]): readonly string[] =>
  areas.filter((area) => !without.includes(area)).map((area) => `${area}/${tool}`)

let cwd: string
beforeAll(() => void (cwd = exampleFolder('team-project')))

interface Impact {
  readonly affected: readonly {
    readonly item_id: string
    readonly change: string
    readonly ready: { readonly before: boolean | null; readonly after: boolean | null }
  }[]
}

const ask = (...words: readonly string[]) => ryeChain(cwd, ...words, '--dir', 'project', '--user', 'user', '--json')

async function impactOf(...words: readonly string[]): Promise<{ all: readonly string[]; broken: readonly string[] }> {
  const { affected } = (await ask('impact', ...words)).json<Impact>()
  const broken = affected.filter(({ ready }) => ready.before === true && ready.after === false)
  const idsOf = (items: Impact['affected']): readonly string[] => items.map(({ item_id }) => item_id).sort()
  return { all: idsOf(affected), broken: idsOf(broken) }
}

test('the 150 files are those that the generator writes', () => {
  expect(Object.keys(files)).toHaveLength(150)
  for (const [path, text] of Object.entries(files)) expect(readFileSync(join(cwd, path), 'utf8'), path).toBe(text)
})

test('a check finds eight of the ten faults', async () => {
  const { out, code } = await ryeChain(cwd, 'check', '--dir', 'project', '--user', 'user')
  expect(code).toBe(1)
  const found = [...out.matchAll(/^(?:project|user)\/\.ai\/(\S+?):\d+:\d+: (?:error|warning) ([a-z-]+):/gm)]
  expect(found.map(([, path, problem]) => `${path} ${problem}`).sort()).toEqual([
    'expect/billing.yaml expectation-failed',
    'tools/billing/update.py version-too-high',
    'tools/flows/nightly.yaml graph-action-broken',
    'tools/mail/notify.js executor-not-found',
    'tools/reports/summary.py extension-ambiguous',
    'tools/rt/legacy-shell.yaml chain-cycle',
    'tools/rt/legacy.yaml chain-cycle',
    'tools/support/import.yaml metadata-syntax',
  ])
})

test('1. what uses the runtime rt/shell, and which tools read a config', async () => {
  const usersOf = async (target: string): Promise<readonly string[]> =>
    (await ask('uses', target))
      .json<{ users: readonly { item_id: string }[] }>()
      .users.map(({ item_id }) => item_id)
      .sort()
  expect(await usersOf('rt/shell')).toEqual(
    [...each('archive', 'users'), ...each('clean'), ...each('import', 'support')].sort(),
  )
  expect(await usersOf('project/.ai/config/stock.yaml')).toEqual(['stock/check', 'stock/summary'])
  // Fault 4 of the example: `search/check` names another file.
  expect(await usersOf('project/.ai/config/search.yaml')).toEqual(['search/summary'])
})

test('2. what breaks without the runtime rt/report', async () => {
  const { all, broken } = await impactOf('--delete', 'rt/report')
  expect(broken).toEqual(each('summary'))
  expect(all).toEqual([...each('summary'), 'flows/close-month', 'rt/report'].sort())
})

test('3. what breaks with version 3.0.0 of rt/report', async () => {
  const { all, broken } = await impactOf('--bump', 'rt/report', '3.0.0')
  expect(broken).toEqual([...each('summary'), 'rt/report'].sort())
  expect(all).toEqual(broken)
  expect(await impactOf('--bump', 'rt/report', '2.1.0')).toEqual({ all: [], broken: [] })
})

test('4. what is different for a colleague without this user space', async () => {
  const { all, broken } = await impactOf('--to-user', 'none')
  expect(broken).toEqual(['data/export'])
  const changed = ['data/export', 'deploy/check', 'deploy/summary', 'orders/check', 'orders/summary']
  expect(all).toEqual([...changed, 'me/notes', 'rt/duck'].sort())
  expect(await impactOf('--drop', 'user')).toEqual({ all, broken })
})

test('5. which commands a pull request changes', async () => {
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  const runtime = join(cwd, 'project/.ai/tools/rt/node.yaml')
  const text = readFileSync(runtime, 'utf8')
  writeFileSync(join(cwd, 'traced.yaml'), text.replace('"{tool_path}"', '"{tool_path}", "--trace"'))
  const nodeTools = [...each('export', 'data'), ...each('notify', 'mail'), ...each('sync'), 'rt/node'].sort()
  expect(await impactOf('--change', 'project/.ai/tools/rt/node.yaml', 'traced.yaml')).toEqual({
    all: nodeTools,
    broken: [],
  })
  writeFileSync(runtime, readFileSync(join(cwd, 'traced.yaml')))
  const { code, json } = await ask('diff', 'HEAD', 'project')
  const { items } = json<{ items: readonly { item_id: string; differences: readonly { what: string }[] }[] }>()
  writeFileSync(runtime, text)
  expect(code).toBe(1)
  const commands = items.filter(({ differences }) => differences.some(({ what }) => what === 'argv[2]'))
  expect(commands.map(({ item_id }) => item_id)).toEqual(nodeTools)
})

test('6. which tools are tested', async () => {
  const { expectations } = (await ask('expect')).json<{
    expectations: readonly { item_id: string; state: string }[]
  }>()
  expect(expectations.map(({ item_id, state }) => `${item_id} ${state}`)).toEqual([
    'billing/list failed',
    'orders/list passed',
    'stock/sync passed',
  ])
})
