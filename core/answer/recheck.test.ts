import { expect, test } from 'vitest'
import { runtime, toolPath, twoRuntimes } from '../testing/two-runtimes.ts'
import { open, type TestWorkspace } from '../testing/workspace.ts'
import { alice, sign, trust } from '../trust/integrity/fixtures.ts'
import { WorkspaceChecker } from './check.ts'

// R12.1: a repeated check repeats only the work that depends on a change.

test.for<{ name: string; change: (world: TestWorkspace) => void; again: readonly string[] }>([
  { name: 'no change', change: () => {}, again: [] },
  {
    name: 'a write of the same text',
    change: ({ write }) => write(toolPath, twoRuntimes.files[toolPath]!),
    again: ['demo/t'],
  },
  {
    name: 'a change of one tool',
    change: ({ write }) => write(toolPath, 'executor_id: rt/py\nversion: "1"\n'),
    again: ['demo/t'],
  },
  {
    name: 'a change of a runtime',
    change: ({ write }) => write('/system/.ai/tools/rt/py.yaml', runtime('node')),
    again: ['demo/t', 'rt/py'],
  },
  {
    name: 'a new file that shadows a runtime',
    change: ({ write }) => write('/project/.ai/tools/rt/py.yaml', runtime('node')),
    again: ['demo/t', 'demo/u', 'other/alone', 'rt/py', 'rt/sh'],
  },
  {
    name: 'a new .env of the project',
    change: ({ write }) => write('/project/.env', 'A=1\n'),
    again: ['demo/t', 'demo/u', 'other/alone', 'other/none', 'rt/py', 'rt/sh'],
  },
  { name: 'a new file that no tool reads', change: ({ write }) => write('/project/docs/new.py', 'x'), again: [] },
])('R12.1: after $name, a full check repeats only the affected checks', ({ change, again }) => {
  const world = open(twoRuntimes)
  const checker = new WorkspaceChecker(world.workspace)
  const before = checker.checkAll()
  expect(before.map(({ item_id }) => item_id).sort()).toEqual([
    'demo/t',
    'demo/u',
    'other/alone',
    'other/none',
    'rt/py',
    'rt/sh',
  ])
  change(world)
  const after = checker.checkAll()
  const redone = after.filter((check) => !before.includes(check)).map(({ item_id }) => item_id)
  // Only listed items are checked again; the results equal those of a new checker.
  expect(again).toEqual(expect.arrayContaining(redone))
  expect(after).toEqual(new WorkspaceChecker(world.workspace).checkAll())
  expect(checker.checkAll()).toBe(after)
})

test('R12.1: a check drops a deleted item and includes a new one', () => {
  const world = open(twoRuntimes)
  const checker = new WorkspaceChecker(world.workspace)
  const ids = () => checker.checkAll().map(({ item_id }) => item_id)
  expect(ids()).toContain('demo/u')
  world.tree.remove('/project/.ai/tools/demo/u.yaml')
  expect(ids()).not.toContain('demo/u')
  world.write('/user/.ai/tools/demo/new.yaml', 'executor_id: rt/gone\n')
  expect(checker.checkAll().find(({ item_id }) => item_id === 'demo/new')).toMatchObject({
    ready: false,
    space: 'user',
  })
  world.write('/system/.ai/tools/rt/gone.yaml', runtime('x'))
  expect(checker.checkAll().find(({ item_id }) => item_id === 'demo/new')).toMatchObject({ ready: true })
})

test('R12.1: revoking a key changes the check of a file that it signed', () => {
  const keys = trust('/user', alice)
  const signed = sign('executor_id: rye/core/primitives/execute\nconfig: {command: ls}\n', toolPath, alice)
  const world = open({ files: { ...keys, [toolPath]: signed } }, { dev_mode: false })
  const checker = new WorkspaceChecker(world.workspace)
  expect(checker.checkAll()).toMatchObject([{ ready: true, errors: 0 }])
  world.tree.remove(Object.keys(keys)[0]!)
  expect(checker.checkAll()).toMatchObject([{ ready: false, errors: 1 }])
  expect(checker.checkAll()[0]?.findings.map(({ code }) => code)).toContain('signature-untrusted')
})
