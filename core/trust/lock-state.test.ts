import { expect, test } from 'vitest'
import { newLockfile } from '../run/lock-run.ts'
import { pureHost } from '../pure-host.ts'
import { open, workspace, type TestWorkspace } from '../testing/workspace.ts'

// R11: lockfiles in complete runs.

const files = workspace`
  === project/tools/demo/t.py
  __version__ = "1.2.0"
  __executor_id__ = "run"
  === system/tools/run.yaml
  executor_id: rye/core/primitives/execute
  config:
    command: python3
`
const lockPath = '/project/.ai/lockfiles/demo/t@1.2.0.lock.json'
const time = '2026-02-18T12:00:00+00:00'

/** The lockfile that a first success would write. */
function lockOf(world: TestWorkspace, item_id = 'demo/t') {
  return newLockfile(world.analyze(item_id), time)
}

/** The files together with their lockfile. */
function locked(): TestWorkspace {
  const world = open(files)
  const lock = lockOf(world)
  if (!lock) throw new Error('no lockfile')
  world.write(lock.path, lock.text)
  return world
}

const hash = (text: string): string => pureHost.sha256(text)

test('R11.1, R11.3: a first success writes a lockfile in the project, in the folders of its ID', () => {
  const world = open(files)
  expect(world.analyze('demo/t').lockfile).toEqual({ state: 'absent', path: null, would_write: lockPath })
  const lock = lockOf(world)
  expect(lock?.path).toBe(lockPath)
  expect(JSON.parse(lock?.text ?? '')).toEqual({
    lockfile_version: 1,
    generated_at: time,
    root: {
      tool_id: 'demo/t',
      version: '1.2.0',
      integrity: hash(files.files['/project/.ai/tools/demo/t.py'] as string),
    },
    resolved_chain: [
      {
        item_id: 'demo/t',
        space: 'project',
        tool_type: null,
        executor_id: 'run',
        integrity: hash(files.files['/project/.ai/tools/demo/t.py'] as string),
      },
      {
        item_id: 'run',
        space: 'system:core',
        tool_type: null,
        executor_id: 'rye/core/primitives/execute',
        integrity: hash(files.files['/system/.ai/tools/run.yaml'] as string),
        provider_id: 'core',
        provider_version: '1.0.0',
      },
      {
        item_id: 'rye/core/primitives/execute',
        space: 'system',
        tool_type: 'primitive',
        executor_id: null,
        integrity: null,
      },
    ],
    registry: null,
    verified_deps: null,
  })
})

test.for(['', '__version__ = None\n'])('R11.1: a tool without a version is locked as 0.0.0 (%j)', (line) => {
  const world = open(files)
  world.write('/project/.ai/tools/t.py', `${line}__executor_id__ = "run"\n`)
  expect(lockOf(world, 't')?.path).toBe('/project/.ai/lockfiles/t@0.0.0.lock.json')
})

test('R11.1: project, user and system are read in this order, and an existing lockfile is never rewritten', () => {
  const world = open(files)
  const text = lockOf(world)?.text ?? ''
  for (const root of ['/more', '/user', '/project']) {
    const path = lockPath.replace('/project', root)
    world.write(path, text)
    const run = world.analyze('demo/t')
    expect(run.lockfile).toEqual({ state: 'matches', path, would_write: null })
    expect(run.status).toBe('ready')
    expect(lockOf(world)).toBeNull()
  }
})

test('R11.1: a new version has no lockfile yet', () => {
  const world = locked()
  world.write('/project/.ai/tools/demo/t.py', '__version__ = "1.3.0"\n__executor_id__ = "run"\n')
  expect(world.analyze('demo/t').lockfile).toMatchObject({
    state: 'absent',
    would_write: '/project/.ai/lockfiles/demo/t@1.3.0.lock.json',
  })
})

test.for<{ name: string; change: (world: TestWorkspace) => void; codes: readonly string[] }>([
  {
    name: 'the tool was edited',
    change: ({ write }) =>
      write('/project/.ai/tools/demo/t.py', `${files.files['/project/.ai/tools/demo/t.py'] as string}#\n`),
    codes: ['lockfile-root-drift'],
  },
  {
    name: 'the runtime was edited',
    change: ({ write }) =>
      write('/system/.ai/tools/run.yaml', `${files.files['/system/.ai/tools/run.yaml'] as string}#\n`),
    codes: ['lockfile-element-drift'],
  },
  {
    name: 'a shadow of the runtime was added later, with the same text (L1)',
    change: ({ write }) => write('/user/.ai/tools/run.yaml', files.files['/system/.ai/tools/run.yaml'] as string),
    codes: ['lockfile-element-drift'],
  },
  {
    name: 'the chain has an additional element (L1)',
    change: ({ write }) => {
      write('/project/.ai/tools/run.yaml', 'executor_id: between\nconfig: {command: python3}\n')
      write('/project/.ai/tools/between.yaml', 'executor_id: rye/core/primitives/execute\n')
    },
    codes: ['lockfile-chain-differs', 'lockfile-element-drift'],
  },
  {
    name: 'the chain can no longer be built',
    change: ({ tree }) => tree.remove('/system/.ai/tools/run.yaml'),
    codes: ['executor-not-found', 'lockfile-chain-broken'],
  },
  {
    name: 'the lockfile is not JSON (L3)',
    change: ({ write }) => write(lockPath, '{'),
    codes: ['lockfile-unreadable'],
  },
  {
    name: 'a folder is at the path of the lockfile (L3)',
    change: ({ tree }) => {
      tree.remove(lockPath)
      tree.makeDirectory(lockPath)
    },
    codes: ['lockfile-unreadable'],
  },
])('R11.2: a run is refused and its lockfile stays unchanged when $name', ({ change, codes }) => {
  const world = locked()
  change(world)
  const run = world.analyze('demo/t')
  expect(run.status).toBe('refused')
  const errors = run.diagnostics.filter(({ severity, code }) => severity === 'error' && !code.startsWith('signature-'))
  expect([...new Set(errors.map(({ code }) => code))].sort()).toEqual(codes)
  expect(errors.every(({ hint }) => hint !== '')).toBe(true)
  const state = codes.includes('lockfile-unreadable') ? 'unreadable' : 'drifted'
  expect(run.lockfile).toEqual({ state, path: lockPath, would_write: null })
  expect(lockOf(world)).toBeNull()
})

test('R11.2: a drift lists the locked value, the current value and its place in the lockfile', () => {
  const world = locked()
  const text = '__version__ = "1.2.0"\n__executor_id__ = "run"\nx = 1\n'
  world.write('/project/.ai/tools/demo/t.py', text)
  const drift = world.analyze('demo/t').diagnostics.find(({ code }) => code === 'lockfile-root-drift')
  const before = hash(files.files['/project/.ai/tools/demo/t.py'] as string)
  expect(drift?.facts).toMatchObject({ field: 'integrity', locked: before, now: hash(text) })
  const lockText = world.workspace.file(lockPath)?.text
  expect(drift?.at?.path).toBe(lockPath)
  expect(lockText?.slice(drift?.at?.start, drift?.at?.end)).toBe(`"${before}"`)
})

test.for(['../../../x', 'a\\\\b', '1/../../2'])(
  'R11.1: a version that is not a file name (%s) does not bypass a lockfile',
  (version) => {
    const world = open(files)
    world.write('/project/.ai/tools/t.py', `__version__ = "${version}"\n__executor_id__ = "run"\n`)
    expect(world.analyze('t')).toMatchObject({
      status: 'refused',
      lockfile: { state: 'unreadable', would_write: null },
    })
    expect(lockOf(world, 't')).toBeNull()
  },
)

test('R11.2: the lockfile check is one event before all verification', () => {
  const { trace } = locked().analyze('demo/t')
  const at = trace.findIndex(({ step }) => step === 'check_lockfile')
  expect(trace[at]).toMatchObject({ item_id: 'demo/t', version: '1.2.0', path: lockPath, state: 'matches', drift: [] })
  expect(trace.filter(({ step }) => step === 'check_lockfile')).toHaveLength(1)
  expect(at).toBeLessThan(trace.findIndex(({ step }) => step === 'verify_integrity'))
})

test('R11: the lockfile check can be turned off, and the oldest dialect has none', () => {
  const world = locked()
  world.write(lockPath, '{')
  const skipped = world.analyze('demo/t', '{}', { skip_lockfile: true })
  expect(skipped).toMatchObject({ status: 'ready', lockfile: { state: 'unsupported', would_write: null } })
  const kiwi = open({ files: { [lockPath]: '{', '/project/.ai/tools/subprocess.py': '' } }, { dialect: 'kiwi' })
  expect(kiwi.analyze('subprocess').lockfile.state).toBe('unsupported')
})
