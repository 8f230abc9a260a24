import { expect, test } from 'vitest'
import { exampleFolder, ryeChain } from '../testing/directories.ts'

const project = ['--dir', 'project'] as const

/** The common part of `list --json` and `check --json`. */
interface Listed {
  readonly items: readonly { readonly item_id: string }[]
  readonly libraries: readonly { readonly space?: string }[]
  readonly data: readonly unknown[]
}

test('list shows each item once, with the items it shadows', async () => {
  const { json } = await ryeChain(exampleFolder('shadowing'), 'list', ...project, '--json')
  const { items } = json<{ items: readonly { item_id: string; space: string; shadowed: readonly unknown[] }[] }>()
  const runtime = items.filter(({ item_id }) => item_id === 'rye/core/runtimes/python/script')
  expect(runtime).toMatchObject([{ space: 'project', shadowed: [{ space: 'system:ryeos-core' }] }])
})

test('R1.7: list shows libraries separately, as text and as JSON', async () => {
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/demo/__init__.py': '' })
  const { json } = await ryeChain(cwd, 'list', ...project, '--json')
  const { items, libraries } = json<Record<string, readonly { item_id: string; space: string }[]>>()
  expect(items?.map(({ item_id }) => item_id)).not.toContain('demo/__init__')
  const own = libraries?.filter(({ space }) => space === 'project')
  expect(own?.map(({ item_id }) => item_id)).toEqual(['demo/__init__'])
  const { out } = await ryeChain(cwd, 'list', ...project)
  expect(out).toMatch(/\n\nlibraries .*\ndemo\/__init__  project  project\/\.ai\/tools\/demo\/__init__\.py\n/)
})

test('R1.8: list and check show data separately, as text and as JSON', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/mcp.yaml': 'tool_type: mcp\nexecutor_id: null\n',
    'project/.ai/tools/demo/typed.yaml': 'tool_type: mcp\n',
  })
  const path = '/project/.ai/tools/demo/mcp.yaml'
  const listed = (await ryeChain(cwd, 'list', ...project, '--json')).json<Listed>()
  expect(listed.libraries.filter(({ space }) => space === 'project')).toEqual([])
  expect(listed.data).toMatchObject([{ item_id: 'demo/mcp', path, space: 'project' }])
  expect(listed.items.map(({ item_id }) => item_id)).toEqual(expect.arrayContaining(['demo/greet', 'demo/typed']))
  const { out } = await ryeChain(cwd, 'list', ...project)
  expect(out).toMatch(/\n\ndata .*\ndemo\/mcp  project  project\/\.ai\/tools\/demo\/mcp\.yaml\n$/)
  const { json } = await ryeChain(cwd, 'check', ...project, '--strict', '--json')
  const checked = json<Listed & { checks: Listed['items'] }>()
  expect(checked.checks.map(({ item_id }) => item_id)).toEqual(['demo/greet', 'demo/typed'])
  expect([checked.libraries, checked.data]).toEqual([[], [{ item_id: 'demo/mcp', path, space: 'project' }]])
  expect((await ryeChain(cwd, 'check', ...project)).out).toContain('2 items, 1 with errors')
  expect((await ryeChain(cwd, 'check', ...project)).out).toContain('; 1 data file not checked')
})
