import { expect, test } from 'vitest'
import { alice, bob, carol, now, sign, trust } from './integrity/fixtures.ts'
import { open } from '../testing/workspace.ts'
import type { TraceEvent } from '../trace.ts'

// R10.4: every element and every dependency is verified before a run.

const toolPath = '/project/.ai/tools/t.py'
const runtimePath = '/system/.ai/tools/run.yaml'
const tool = '__version__ = "1.0.0"\n__executor_id__ = "run"\n'
const runtime = 'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nconfig:\n  command: python3\n'
const trusted = trust('/user', alice)

/** A signature by carol over the same hash, presented as one by alice. */
const forged = (text: string, path: string): string =>
  sign(text, path, carol).replace(`:${carol.fingerprint}`, `:${alice.fingerprint}`)

const states = [
  { state: 'unsigned', code: 'signature-missing', seal: (text: string) => text },
  {
    state: 'malformed',
    code: 'signature-malformed',
    seal: (text: string) => `# rye:signed:yesterday\n${text}`,
  },
  {
    state: 'modified',
    code: 'signature-modified',
    seal: (text: string, path: string) => `${sign(text, path, alice)}# one line more\n`,
  },
  {
    state: 'untrusted-key',
    code: 'signature-untrusted',
    seal: (text: string, path: string) => sign(text, path, bob),
  },
  { state: 'bad-signature', code: 'signature-bad', seal: forged },
] as const

const cases = states.flatMap((state) =>
  ['tool', 'runtime'].map((role, index) => ({
    ...state,
    role,
    index,
    path: [toolPath, runtimePath][index]!,
    files: {
      ...trusted,
      [toolPath]: index === 0 ? state.seal(tool, toolPath) : sign(tool, toolPath, alice),
      [runtimePath]: index === 1 ? state.seal(runtime, runtimePath) : sign(runtime, runtimePath, alice),
    },
  })),
)

const sealsOf = (trace: readonly TraceEvent[]) =>
  trace.flatMap((event) =>
    event.step === 'verify_integrity' ? [[event.item_id, event.verified, event.key_fp] as const] : [],
  )

test('R10.4: a chain of signed files under a trusted key is ready without dev mode', () => {
  const files = {
    ...trusted,
    [toolPath]: sign(tool, toolPath, alice),
    [runtimePath]: sign(runtime, runtimePath, alice),
  }
  const run = open({ files }, { dev_mode: false }).analyze('t')
  expect(run.status).toBe('ready')
  expect(run.chain.map(({ signature }) => signature)).toEqual([
    { state: 'verified', key_fp: alice.fingerprint, signed_at: now },
    { state: 'verified', key_fp: alice.fingerprint, signed_at: now },
    { state: 'built-in', key_fp: null, signed_at: null },
  ])
  expect(sealsOf(run.trace)).toEqual([
    ['t', true, alice.fingerprint],
    ['run', true, alice.fingerprint],
    ['rye/core/primitives/execute', true, null],
  ])
})

test.for(cases)('R10.4: a $role that is $state has its own error with a fix and stops the run', (row) => {
  const run = open(row, { dev_mode: false }).analyze('t')
  expect(run.status).toBe('refused')
  expect(run.chain[row.index]?.signature.state).toBe(row.state)
  const reported = run.diagnostics.filter(({ code }) => code.startsWith('signature-'))
  expect(reported).toMatchObject([
    { code: row.code, severity: 'error', at: { path: row.path }, facts: { path: row.path } },
  ])
  expect(reported[0]?.hint).not.toBe('')
})

test('R10.4: the five errors have different messages, and not all have the same fix', () => {
  const reported = cases
    .filter(({ role }) => role === 'tool')
    .map((row) =>
      open(row, { dev_mode: false })
        .analyze('t')
        .diagnostics.find(({ code }) => code === row.code),
    )
  expect(new Set(reported.map((one) => one?.message)).size).toBe(5)
  expect(new Set(reported.map((one) => one?.hint)).size).toBeGreaterThan(1)
})

test.for(cases)(
  'R10.4: in dev mode, a $role that is $state does not stop a run, and the trace shows its true state (I7)',
  (row) => {
    const run = open(row, { dev_mode: true }).analyze('t')
    expect(run.status).toBe('ready')
    // Drafts are rarely signed, so a missing signature is only a hint.
    const severity = row.code === 'signature-missing' ? 'hint' : 'warning'
    expect(run.diagnostics.find(({ code }) => code === row.code)?.severity).toBe(severity)
    expect(sealsOf(run.trace)[row.index]).toEqual([
      ['t', 'run'][row.index],
      false,
      run.chain[row.index]?.signature.key_fp,
    ])
    expect(sealsOf(run.trace).filter(([, verified]) => !verified)).toHaveLength(1)
  },
)

test('R10.4: all bad elements are reported, not only the first', () => {
  const run = open({ files: { [toolPath]: tool, [runtimePath]: runtime } }, { dev_mode: false }).analyze('t')
  expect(run.diagnostics.filter(({ code }) => code === 'signature-missing').map(({ at }) => at?.path)).toEqual([
    toolPath,
    runtimePath,
  ])
})

const anchored = `${tool}__anchor__ = {"enabled": True, "mode": "always"}\n__verify_deps__ = {"enabled": True, "extensions": [".py"]}\n`
const helperPath = '/project/.ai/tools/helper.py'

test.for(states)('R10.4: a dependency that is $state stops the run', ({ code, seal }) => {
  const files = {
    ...trusted,
    [toolPath]: sign(anchored, toolPath, alice),
    [runtimePath]: sign(runtime, runtimePath, alice),
    [helperPath]: seal('x = 1\n', helperPath),
  }
  const strict = open({ files }, { dev_mode: false }).analyze('t')
  expect(strict.status).toBe('refused')
  expect(strict.diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
    { code, facts: { path: helperPath } },
  ])
  expect(open({ files }, { dev_mode: true }).analyze('t').status).toBe('ready')
})

test('R10.4: without signature checks, unsigned files do not stop a run and have the state not-checked', () => {
  const { analyze } = open({ files: { [toolPath]: tool, [runtimePath]: runtime } }, { dev_mode: false })
  const run = analyze('t', '{}', { skip_integrity: true })
  expect(run.status).toBe('ready')
  expect(run.chain.map(({ signature }) => signature.state)).toEqual(['not-checked', 'not-checked', 'built-in'])
  expect(sealsOf(run.trace)).toEqual([])
})
