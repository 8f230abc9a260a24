import { expect, test } from 'vitest'
import type { Snapshot } from '#core/workspace'
import { Engine } from './engine.ts'
import { handle } from './handle.ts'

const head = {
  format: 1,
  name: 'draft',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.0.0' },
  parameters: '{}',
} as const
const python = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'
const script = 'export const __version__ = "1.0.0"\nexport const __executor_id__ = "rye/core/runtimes/node/node"\n'

test.for([
  { name: 'a file whose part of the engine is loaded', path: '/project/.ai/tools/mine/hi.py', text: python },
  {
    name: 'a file whose part of the engine must be loaded first',
    path: '/project/.ai/tools/mine/hi.mjs',
    text: script,
  },
])('the answer after a change that adds $name includes the list of items', async ({ path, text }) => {
  const engine = new Engine()
  const first: Snapshot = { ...head, item_id: 'a/b', files: { '/project/.ai/tools/a/b.py': python } }
  await handle(engine, { kind: 'open', run: 1, snapshot: first, without: [] }, () => 0)
  const changes = [['/project/.ai/tools/a/b.py', null] as const, [path, text] as const]
  const change = { kind: 'change', run: 2, head: { ...head, item_id: 'mine/hi' }, changes, without: [] } as const
  const answer = await handle(engine, change, () => 0)
  const ids = answer.kind === 'analysis' ? answer.items?.map(({ item_id }) => item_id) : answer
  expect(ids).toContain('mine/hi')
  expect(ids).not.toContain('a/b')
})
