import { expect, test } from 'vitest'
import { analyze } from './answer/analyze.ts'
import { pureHost } from './pure-host.ts'
import { open, testSettings } from './testing/workspace.ts'
import { tool, type Files } from './testing/worst/attack.ts'
import { alice, sign, trust } from './trust/integrity/fixtures.ts'
import { Workspace } from './workspace/workspace.ts'

// The rules that were decided on 2026-11-22, on signatures, lockfiles and files that do not let themselves be read.

const path = '/project/.ai/tools/t.yaml'
const text = tool('config: {command: ls}')[path] ?? ''
const signed = sign(text, path, alice)
const fp = alice.fingerprint
test.for([
  { name: 'good', text: signed, keys: trust('/user', alice), event: { verified: true, key_fp: fp } },
  { name: 'of an unknown key', text: signed, keys: {}, event: { verified: false, key_fp: fp } },
  {
    name: 'broken by a change',
    text: `${signed}# x\n`,
    keys: trust('/user', alice),
    event: { verified: false, key_fp: fp },
  },
  { name: 'malformed', text: signed.replace('Z:', ':'), keys: {}, event: { verified: false, key_fp: null } },
  { name: 'absent', text, keys: {}, event: { verified: false, key_fp: null } },
])('R13.1: the trace names the key of a signature that is $name', ({ text: content, keys, event }) => {
  const { trace } = open({ files: { [path]: content, ...keys } }).analyze('t')
  expect(trace.find(({ step }) => step === 'verify_integrity')).toMatchObject({ item_id: 't', ...event })
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
])('R11.2: the lockfile $name: $state', ({ files, state, code }) => {
  const run = open({ files: { ...lockedTree, ...files() } }, { dialect: 'lilux' }).analyze('rye/bash/bash')
  expect([run.lockfile.state, run.status]).toEqual([state, code === undefined ? 'ready' : 'refused'])
  const said = run.diagnostics.find((one) => one.code.startsWith('lockfile-'))
  expect(said?.code).toBe(code)
  if (code === 'lockfile-unreadable') expect(said?.message).toContain('lockfile_version')
})

test('R11.2: a chain that differs is told by its first element that differs, and no cause is guessed', () => {
  const shadow = { '/project/.ai/tools/rye/core/runtimes/python_script_runtime.yaml': 'executor_id: other\n' }
  const other = {
    '/project/.ai/tools/other.yaml': 'executor_id: rye/core/primitives/subprocess\nconfig: {command: ls}\n',
  }
  const own = { '/project/.ai/tools/rye/bash/bash.py': lockedTree['/system/.ai/tools/rye/bash/bash.py'] ?? '' }
  const files = { ...lockedTree, ...seed000(), ...own, ...shadow, ...other }
  const said = open({ files }, { dialect: 'lilux' })
    .analyze('rye/bash/bash')
    .diagnostics.find(({ code }) => code === 'lockfile-chain-differs')
  expect(said?.message).toContain('element 3 is nothing in it, and "other" now')
  expect(said?.hint).not.toContain('shadow')
})

test('R2.6: a file that does not let itself be read is told as permission denied, never as unsigned or without metadata', () => {
  const { tree } = open({ files: tool('config: {command: ls}') })
  const closed = Object.assign(Object.create(tree) as typeof tree, {
    read: () => undefined,
    look: (at: string) => tree.look(at),
    list: (at: string) => tree.list(at),
    real: (at: string) => tree.real(at),
  })
  const run = analyze(new Workspace({ ...testSettings, dev_mode: false }, closed, pureHost), {
    item_id: 't',
    parameters: '{}',
  })
  const said = run.diagnostics.find(({ code }) => code === 'file-unreadable')
  expect(said).toMatchObject({ severity: 'error', facts: { path, because: 'permission-denied' } })
  expect(said?.message).toContain('permission denied')
  expect(run.diagnostics.map(({ code }) => code)).not.toContain('signature-missing')
})
