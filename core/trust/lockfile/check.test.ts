import { expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import { open } from '../integrity/fixtures.ts'
import { PyFloat } from '../../read/value/value.ts'
import { checkLockfile, lockfileOf, readLockfile, type RootNow } from './check.ts'
import { lockfileOfPin, formatLockfile, parseLockfile, type LockedElement, type Pin } from './document.ts'

const at = (root: string, name = 't@1.0.0') => `${root}/.ai/lockfiles/${name}.lock.json`
const element = (item_id: string, space: string, integrity: string | null): LockedElement => ({
  item_id,
  space,
  tool_type: null,
  executor_id: null,
  integrity,
})
const fileOf = (item_id: string) => (item_id === 'p' ? null : `/project/.ai/tools/${item_id}.py`)
const root: RootNow = { tool_id: 't', version: '1.0.0', integrity: 'aa' }
const chain = [element('t', 'project', 'aa'), element('rt', 'system:core', 'bb'), element('p', 'system', null)]
const pin: Pin = { ...root, chain, generated_at: '2026-02-18T12:00:00+00:00' }
const text = formatLockfile(lockfileOfPin(pin))

test('R11.3: a new lockfile has the expected text', () => {
  expect(formatLockfile(lockfileOfPin({ ...pin, chain: chain.slice(2) }))).toBe(`{
  "lockfile_version": 1,
  "generated_at": "2026-02-18T12:00:00+00:00",
  "root": {
    "tool_id": "t",
    "version": "1.0.0",
    "integrity": "aa"
  },
  "resolved_chain": [
    {
      "item_id": "p",
      "space": "system",
      "tool_type": null,
      "executor_id": null,
      "integrity": null
    }
  ],
  "registry": null,
  "verified_deps": null
}`)
})

test('a lockfile survives a round-trip', () => {
  const read = parseLockfile(text)
  expect('lockfile' in read && read.lockfile).toEqual(lockfileOfPin(pin))
})

test.for<[string, string]>([
  ['empty', ''],
  ['a brace', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a byte order mark', `\ufeff${text}`],
  ['two documents', `${text}${text}`],
  ['a NUL', `${text}\0`],
  ['no version', text.replace('"lockfile_version"', '"v"')],
  ['no time', text.replace('"generated_at"', '"g"')],
  ['no chain', text.replace('"resolved_chain"', '"c"')],
  ['no root', text.replace('"root"', '"__proto__"')],
  ['a root that is a list', text.replace(/"root": \{[^}]*\}/, '"root": [1]')],
  ['an empty root', text.replace(/"root": \{[^}]*\}/, '"root": {}')],
  ['deep nesting', '['.repeat(1_000_000)],
  ['a huge integer', `{"lockfile_version": ${'9'.repeat(1_000_000)}}`],
])('L3: a lockfile is unreadable: %s', ([, broken]) => {
  const { workspace } = open({ [at('/user')]: broken })
  expect(lockfileOf(workspace, 't', '1.0.0')).toMatchObject({
    state: 'unreadable',
    path: at('/user'),
    diagnostic: { code: 'lockfile-unreadable', path: at('/user') },
  })
})

test('L3: binary content and a folder in place of a lockfile are unreadable, not absent', () => {
  expect(lockfileOf(open({ [at('/project')]: new Uint8Array([0xff]) }).workspace, 't', '1.0.0')).toMatchObject({
    state: 'unreadable',
  })
  expect(lockfileOf(open({ [`${at('/project')}/x`]: '' }).workspace, 't', '1.0.0')).toMatchObject({
    state: 'unreadable',
  })
  expect(readLockfile(open({}).workspace, at('/project'))).toEqual({ state: 'absent' })
})

test('R11: unknown keys and versions are accepted, and a missing part after the root is null', () => {
  const read = parseLockfile(
    '{"lockfile_version": 2.0, "generated_at": 5, "root": {"tool_id": 1, "version": null, "integrity": [], "x": 1}, "resolved_chain": {}, "extra": 1}',
  )
  expect('lockfile' in read && read.lockfile).toEqual({
    lockfile_version: new PyFloat(2),
    generated_at: 5,
    root: { tool_id: 1, version: null, integrity: [] },
    resolved_chain: new Map(),
    registry: null,
    verified_deps: null,
  })
})

test.for(['NaN', 'Infinity', '-Infinity'])('R11: as in Python, a lockfile can contain %s', (number) => {
  expect(parseLockfile(text.replace('"registry": null', `"registry": ${number}`))).toHaveProperty('lockfile')
})

test.for<{
  name: string
  edit?: [string | RegExp, string]
  now?: Partial<RootNow>
  runs?: LockedElement[]
  drift: (readonly [string, string?] | readonly [string, string | undefined, string])[]
}>([
  { name: 'no difference', drift: [] },
  { name: 'no difference: the lockfile has "system" without a bundle', edit: ['system:core', 'system'], drift: [] },
  {
    name: 'a space that is not the system, where any bundle was locked',
    edit: ['system:core', 'system'],
    runs: [chain[0]!, element('rt', 'user', 'bb'), chain[2]!],
    drift: [['lockfile-element-drift', 'space', '"system"']],
  },
  { name: 'no difference: the version is a number', edit: ['"1.0.0"', '1.5'], now: { version: '1.5' }, drift: [] },
  { name: 'the tool', now: { tool_id: 'u' }, drift: [['lockfile-root-drift', 'tool_id', '"t"']] },
  { name: 'the version', edit: ['"1.0.0"', '"1.0"'], drift: [['lockfile-root-drift', 'version', '"1.0"']] },
  { name: 'a null version', edit: ['"1.0.0"', 'null'], drift: [['lockfile-root-drift', 'version', 'null']] },
  { name: 'the case of a hash', edit: ['"aa"', '"AA"'], drift: [['lockfile-root-drift', 'integrity', '"AA"']] },
  {
    name: 'the tool, whose hash is in the lockfile twice, is reported once',
    now: { integrity: 'zz' },
    runs: [element('t', 'project', 'zz'), ...chain.slice(1)],
    drift: [['lockfile-root-drift', 'integrity', '"aa"']],
  },
  {
    name: 'a file of another space is reported once',
    runs: [chain[0]!, element('rt', 'user', 'other'), chain[2]!],
    drift: [['lockfile-element-drift', 'space', '"system:core"']],
  },
  {
    name: 'an element',
    edit: ['"bb"', '"bc"'],
    drift: [['lockfile-element-drift', 'integrity', '"bc"']],
  },
  {
    name: 'a space',
    runs: [chain[0]!, element('rt', 'user', 'bb'), chain[2]!],
    drift: [['lockfile-element-drift', 'space', '"system:core"']],
  },
  {
    name: 'another bundle',
    runs: [chain[0]!, element('rt', 'system:more', 'bb'), chain[2]!],
    drift: [['lockfile-element-drift', 'space', '"system:core"']],
  },
  { name: 'L1: an empty chain', edit: [/\[[^\]]*\]/, '[]'], drift: [['lockfile-chain-differs', undefined, '[]']] },
  {
    name: 'L1: a primitive tool without an entry',
    edit: [/\[[^\]]*\]/, '[]'],
    runs: [element('t', 'project', 'aa')],
    drift: [['lockfile-chain-differs', undefined, '[]']],
  },
  {
    name: 'L1: a lockfile that lacks two entries',
    edit: [/(\[[^}]*\})[^\]]*\]/, '$1]'],
    drift: [['lockfile-chain-differs']],
  },
  {
    name: 'L1: a lockfile with one entry more than the chain',
    runs: chain.slice(0, 2),
    drift: [['lockfile-chain-differs']],
  },
  {
    name: 'L1: a lockfile that lacks two elements (it can lack one, the primitive that seed 000 omits)',
    runs: [...chain, element('x', 'system', null), element('y', 'system', null)],
    drift: [['lockfile-chain-differs']],
  },
  { name: 'L1: another order', runs: [chain[0]!, chain[2]!, chain[1]!], drift: [['lockfile-chain-differs']] },
  { name: 'L1: invalid entries', edit: [/\[[^\]]*\]/, '["t", 5, []]'], drift: [['lockfile-chain-differs']] },
  {
    name: 'L1: a chain that is not a list',
    edit: [/\[[^\]]*\]/, '7'],
    drift: [['lockfile-unreadable', undefined, '7']],
  },
  {
    name: 'a new order and a changed element',
    runs: [chain[0]!, element('rt', 'system:core', 'new')],
    drift: [['lockfile-chain-differs'], ['lockfile-element-drift', 'integrity', '"bb"']],
  },
])('R11.2: a lockfile is compared with the chain: $name', ({ edit, now, runs = chain, drift }) => {
  const edited = edit ? text.replace(edit[0], edit[1]) : text
  const locked = readLockfile(open({ [at('/project')]: edited }).workspace, at('/project'))
  if (locked.state !== 'present') throw new Error(locked.state)
  const reported = checkLockfile(locked, { ...root, ...now }, runs, fileOf)
  expect(reported.map((diagnostic) => [diagnostic.code, 'field' in diagnostic ? diagnostic.field : undefined])).toEqual(
    drift.map(([code, field]) => [code, field]),
  )
  for (const [index, [, , marked]] of drift.entries()) {
    const place = reported[index]?.at
    if (marked !== undefined) expect(edited.slice(place?.start, place?.end)).toBe(marked)
  }
})

test('R11.2: the findings about a very long lockfile list a bounded number of entries and drifts', () => {
  const entries = Array<string>(500).fill('{"item_id": "t", "space": "user", "integrity": "x"}').join(',')
  const many = text.replace(/\[[^\]]*\]/, `[${entries}]`)
  const locked = readLockfile(open({ [at('/project')]: many }).workspace, at('/project'))
  if (locked.state !== 'present') throw new Error(locked.state)
  const [differs, ...drifts] = checkLockfile(locked, root, chain, fileOf)
  expect(differs).toMatchObject({ code: 'lockfile-chain-differs', now: ['t', 'rt', 'p'] })
  expect(differs?.code === 'lockfile-chain-differs' && differs.locked).toHaveLength(limits.chainDepth + 1)
  expect(drifts).toHaveLength(limits.lockfileDrifts - 1)
})

test('R11.2: a chain that cannot be built is reported, in addition to the drift of the root', () => {
  const locked = readLockfile(open({ [at('/project')]: text }).workspace, at('/project'))
  if (locked.state !== 'present') throw new Error(locked.state)
  const reported = checkLockfile(locked, { ...root, integrity: 'x' }, { problem: 'executor-not-found' }, fileOf)
  expect(reported).toMatchObject([
    { code: 'lockfile-root-drift', field: 'integrity', locked: 'aa', now: 'x' },
    { code: 'lockfile-chain-broken', problem: 'executor-not-found' },
  ])
})

test('formatting a lockfile with a value that JSON cannot contain does not throw', () => {
  let deep: LockedElement['tool_type'] = []
  for (let level = 0; level < 10_000; level++) deep = [deep]
  const odd = lockfileOfPin({ ...pin, registry: deep, verified_deps: new Map([[new PyFloat(1), NaN]]) })
  expect(parseLockfile(formatLockfile({ ...odd, registry: null }))).toHaveProperty('lockfile')
  expect(formatLockfile(odd)).toContain('null')
})
