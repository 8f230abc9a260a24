import { expect, test } from 'vitest'
import { bundleOfDialect, type Snapshot } from '#core/workspace'
import { smallSnapshot } from '../../core/testing/snapshots.ts'
import { lastChange } from '../state/last-change.ts'
import type { Answer, Query } from './messages.ts'
import { Engine } from './engine.ts'
import { handle } from './handle.ts'

const files = {
  '/project/.ai/tools/a.yaml': 'version: "1.0.0"\nexecutor_id: rt/own\n',
  '/project/.ai/tools/b.yaml': 'executor_id: rt/own\n',
  '/project/.ai/tools/rt/own.yaml':
    'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nchild_constraints: {max_version: "1.9.0"}\nconfig: {command: sh}\nconfig_resolve: {path: own.yaml}\n',
  '/project/.ai/config/own.yaml': 'size: 1\n',
  '/user/.ai/tools/rt/own.yaml': 'executor_id: null\n',
}

const draft: Snapshot = { ...smallSnapshot, bundle: bundleOfDialect.lillux, item_id: 'a', parameters: '{}', files }

const draftWith = (own: Snapshot['files']): Snapshot => ({ ...draft, files: own })

async function ask(query: Query, snapshot = draft): Promise<Answer> {
  const engine = new Engine()
  await handle(engine, { kind: 'open', run: 1, snapshot, without: [] }, () => 0)
  const answered = await handle(engine, { kind: 'query', id: 2, query }, () => 0)
  if (answered.kind !== 'answer') throw new Error(JSON.stringify(answered))
  return answered.answer
}

test.for([
  { path: '/project/.ai/tools/rt/own.yaml', item_id: 'rt/own', users: ['a', 'b'] },
  { path: '/user/.ai/tools/rt/own.yaml', item_id: null, users: [] },
  { path: '/project/.ai/config/own.yaml', item_id: null, users: ['a', 'b', 'rt/own'] },
])('the items that use the file $path are listed', async ({ path, item_id, users }) => {
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

test('every item that differs without a space is listed once, with its difference for each space', async () => {
  const answer = await ask({ kind: 'spaces' })
  if (answer.kind !== 'spaces') throw new Error(answer.kind)
  const rows = answer.found.rows.map(({ item_id, without: { project, user, system } }) => [
    item_id,
    project?.change,
    user?.change,
    system?.change,
  ])
  expect(rows.filter(([, project, user]) => project ?? user)).toEqual([
    // Without the system space, the primitive is built in.
    ['a', 'removed', undefined, 'changed'],
    ['b', 'removed', undefined, 'changed'],
    ['rt/own', 'changed', undefined, 'changed'],
  ])
  expect(answer.found.total).toBe(rows.length)
})

test('the items that differ between two drafts are listed', async () => {
  const after = { ...draft, files: { ...files, '/project/.ai/tools/b.yaml': 'executor_id: rt/gone\n' } }
  expect(await ask({ kind: 'differing', before: draft, after })).toMatchObject({
    found: { total: 1, affected: [{ item_id: 'b', ready: { before: true, after: false } }] },
  })
})

test('the steps that move one tool to a newer dialect are listed', async () => {
  const tool = '__version__ = "1.0.0"\n__executor_id__ = "python_runtime"\n'
  const kiwi: Snapshot = {
    ...draft,
    dialect: 'kiwi',
    bundle: bundleOfDialect.kiwi,
    files: { '/project/.ai/tools/one.py': tool, '/project/.ai/tools/two.py': tool },
  }
  const answer = await ask({ kind: 'migration', to: 'lilux', item_id: 'two' }, kiwi)
  if (answer.kind !== 'migration') throw new Error(answer.kind)
  expect(answer.found.items.map(({ item_id, ready }) => [item_id, ready.after])).toEqual([['two', true]])
  expect(answer.found.edits.map(({ path, text }) => [path, text])).toEqual([
    ['/project/.ai/tools/two.py', '"rye/core/runtimes/python_function_runtime"'],
  ])
})

test('the newest change of a value or of the chain is found in the history of a draft', async () => {
  const opened = { '/project/.ai/tools/a.yaml': files['/project/.ai/tools/a.yaml'] }
  const runtime = '/project/.ai/tools/rt/own.yaml'
  const command = (name: string) =>
    `tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: ${name}}\n`
  const list = [
    draftWith(opened),
    draftWith({ ...opened, [runtime]: command('sh') }),
    draftWith({ ...opened, [runtime]: command('bash') }),
    // Another item was chosen, and an unrelated file was added.
    { ...draftWith({ ...opened, [runtime]: command('bash'), '/project/note.md': 'x' }), item_id: 'b' },
    draftWith({ ...opened, [runtime]: command('bash'), '/project/note.md': 'y' }),
  ].map((snapshot) => ({ snapshot, label: '', merge: undefined, touched: 0, weight: 0 }))
  const search = (pointer: string | undefined, at = 4) => lastChange({ list, at }, pointer, (query) => ask(query))
  expect(await search('/plan/command')).toEqual({
    index: 2,
    before: '"sh"',
    after: '"bash"',
    cause: { aspect: 'command', what: 'argv[0]', before: null, after: null },
  })
  expect(await search(undefined, 1)).toEqual({
    index: 0,
    before: null,
    after: null,
    cause: { aspect: 'chain', what: 'chain 2', before: null, after: 'rt/own (project)' },
  })
  expect(await search('/chain/0/item_id')).toBeUndefined()
  // The states are searched in several questions.
  const edits = Array.from({ length: 45 }, () => list[4]!)
  const long = { list: [...list.slice(0, 4), ...edits], at: 48 }
  expect(await lastChange(long, '/plan/command', (query) => ask(query))).toMatchObject({ index: 46, before: '"sh"' })
})
