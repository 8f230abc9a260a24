import { expect, test } from 'vitest'
import type { Answer, Query } from './messages.ts'
import { Engine, handle } from './engine.ts'

const files = {
  '/project/.ai/tools/a.yaml': 'version: "1.0.0"\nexecutor_id: rt/own\n',
  '/project/.ai/tools/b.yaml': 'executor_id: rt/own\n',
  '/project/.ai/tools/rt/own.yaml':
    'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nchild_constraints: {max_version: "1.9.0"}\nconfig: {command: sh}\nconfig_resolve: {path: own.yaml}\n',
  '/project/.ai/config/own.yaml': 'size: 1\n',
  '/user/.ai/tools/rt/own.yaml': 'executor_id: null\n',
}

async function ask(query: Query): Promise<Answer> {
  const engine = new Engine()
  const snapshot = {
    format: 1 as const,
    name: 'project',
    files,
    dialect: 'lillux' as const,
    search: 'scoped' as const,
    dev_mode: true,
    item_id: 'a',
    parameters: '{}',
    bundle: { id: 'ryeos-core', version: '1.2.0' },
  }
  await handle(engine, { kind: 'open', run: 1, snapshot, without: [] }, () => 0)
  const answered = await handle(engine, { kind: 'query', id: 2, query }, () => 0)
  if (answered.kind !== 'answer') throw new Error(JSON.stringify(answered))
  return answered.answer
}

test.for([
  { path: '/project/.ai/tools/rt/own.yaml', item_id: 'rt/own', users: ['a', 'b'] },
  { path: '/user/.ai/tools/rt/own.yaml', item_id: null, users: [] },
  { path: '/project/.ai/config/own.yaml', item_id: null, users: ['a', 'b', 'rt/own'] },
])('the users of the file $path', async ({ path, item_id, users }) => {
  const answer = await ask({ kind: 'users', path })
  expect(answer).toMatchObject({ kind: 'users', item_id })
  expect(answer.kind === 'users' && answer.users.map((user) => user.item_id)).toEqual(users)
})

test('the effects of a change are counted, with the items that can no longer run', async () => {
  const change = { kind: 'files', texts: { '/project/.ai/tools/rt/own.yaml': null } } as const
  expect(await ask({ kind: 'impact', change })).toMatchObject({ found: { kind: 'possible', total: 3, broken: 3 } })
  const bump = { kind: 'bump', item_id: 'a', version: '2.0.0' } as const
  expect(await ask({ kind: 'impact', change: bump })).toMatchObject({ found: { total: 1, broken: 1 } })
  const impossible = { kind: 'bump', item_id: 'b', version: '2.0.0' } as const
  expect(await ask({ kind: 'impact', change: impossible })).toMatchObject({ found: { kind: 'impossible' } })
})
