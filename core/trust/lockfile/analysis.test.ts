import { expect, test } from 'vitest'
import { analyzeFiles, open } from '../../testing/workspace.ts'
import type { Files } from '../../testing/worst/attack.ts'

// R11.2: differences between a lockfile and an analysis: version, bundles and elements.

const primitive = 'rye/core/primitives/execute'

const locked = {
  '/system/.ai/tools/x.yaml': 'version: "1"\nexecutor_id: r\n',
  '/system/.ai/tools/r.yaml': `executor_id: ${primitive}\nconfig: {command: ls, args: ["{tool_path}"]}\n`,
}
test.for([
  { name: 'without a change', change: {}, space: 'system', last: false, state: 'matches' },
  { name: 'with its primitive', change: {}, space: 'system:core', last: true, state: 'matches' },
  { name: 'of another space', change: {}, space: 'project', last: false, state: 'drifted' },
  { name: 'of another bundle', change: {}, space: 'system:more', last: false, state: 'drifted' },
  {
    name: 'without its version',
    change: { lockfile_version: undefined },
    space: 'system',
    last: false,
    state: 'unreadable',
  },
  { name: 'of version 0', change: { lockfile_version: 0 }, space: 'system', last: false, state: 'drifted' },
  {
    name: 'with additional keys of a later version',
    change: { by: 'x', root_note: [1] },
    space: 'system',
    last: true,
    state: 'matches',
  },
])('R11.2: the state of a lockfile $name is $state', ({ change, space, last, state }) => {
  const [x, r, end] = analyzeFiles(locked, '{}', {}, 'x').chain
  const entries = [
    { ...x, space },
    { ...r, space },
    // R1.1: a built-in primitive belongs to no bundle.
    ...(last ? [{ ...end, space: 'system' }] : []),
  ]
  const lockfile = {
    lockfile_version: 1,
    generated_at: '2026-02-15T12:00:00+00:00',
    root: { tool_id: 'x', version: '1.0.0', integrity: x?.integrity },
    resolved_chain: entries.map(({ item_id, space: of, integrity }) => ({ item_id, space: of, integrity })),
    ...change,
  }
  const root = { ...lockfile.root, version: '1' }
  const run = analyzeFiles(
    { ...locked, '/project/.ai/lockfiles/x@1.lock.json': JSON.stringify({ ...lockfile, root }) },
    '{}',
    {},
    'x',
  )
  expect([run.lockfile.state, run.status]).toEqual([state, state === 'matches' ? 'ready' : 'refused'])
})

const seed000 = (more: object = {}, chain?: readonly object[]): Files => {
  const { analyze } = open({ files: lockedTree }, { dialect: 'lilux' })
  const [root, runtime] = analyze('rye/bash/bash').chain
  const entry = (of: typeof root, space: string) => ({ item_id: of?.item_id, space, integrity: of?.integrity })
  const lockfile = {
    lockfile_version: 1,
    generated_at: '2026-02-15T12:00:00+00:00',
    root: { tool_id: 'rye/bash/bash', version: '1.0.0', integrity: root?.integrity },
    resolved_chain: chain ?? [entry(root, 'system'), entry(runtime, 'system')],
    ...more,
  }
  return { '/project/.ai/lockfiles/rye/bash/bash@1.0.0.lock.json': JSON.stringify(lockfile, null, 2) }
}
const lockedTree: Files = {
  '/system/.ai/tools/rye/bash/bash.py': `__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python_script_runtime"\n`,
  '/system/.ai/tools/rye/core/runtimes/python_script_runtime.yaml':
    'tool_type: runtime\nexecutor_id: rye/core/primitives/subprocess\nconfig: {command: python3, args: ["{tool_path}"]}\n',
}
test.for([
  { name: 'as seed 000 prints it', files: () => seed000(), state: 'matches', code: undefined },
  { name: 'with further keys', files: () => seed000({ note: 1 }), state: 'matches', code: undefined },
  {
    name: 'of version 2',
    files: () => seed000({ lockfile_version: 2 }),
    state: 'drifted',
    code: 'lockfile-unreadable',
  },
  {
    name: 'of version "1"',
    files: () => seed000({ lockfile_version: '1' }),
    state: 'drifted',
    code: 'lockfile-unreadable',
  },
  { name: 'without a chain', files: () => seed000({}, []), state: 'drifted', code: 'lockfile-chain-differs' },
])('R11.2: the state of the lockfile $name is $state', ({ files, state, code }) => {
  const run = open({ files: { ...lockedTree, ...files() } }, { dialect: 'lilux' }).analyze('rye/bash/bash')
  expect([run.lockfile.state, run.status]).toEqual([state, code === undefined ? 'ready' : 'refused'])
  const said = run.diagnostics.find((one) => one.code.startsWith('lockfile-'))
  expect(said?.code).toBe(code)
  if (code === 'lockfile-unreadable') expect(said?.message).toContain('lockfile_version')
})

test('R11.2: a different chain is reported by its first different element, without a guess at the cause', () => {
  const shadow = { '/project/.ai/tools/rye/core/runtimes/python_script_runtime.yaml': 'executor_id: other\n' }
  const other = {
    '/project/.ai/tools/other.yaml': 'executor_id: rye/core/primitives/subprocess\nconfig: {command: ls}\n',
  }
  const own = { '/project/.ai/tools/rye/bash/bash.py': lockedTree['/system/.ai/tools/rye/bash/bash.py'] ?? '' }
  const files = { ...lockedTree, ...seed000(), ...own, ...shadow, ...other }
  const said = open({ files }, { dialect: 'lilux' })
    .analyze('rye/bash/bash')
    .diagnostics.find(({ code }) => code === 'lockfile-chain-differs')
  expect(said?.message).toContain('element 3 was absent and is now "other"')
  expect(said?.hint).not.toContain('shadow')
})
