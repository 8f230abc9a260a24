import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSnapshot } from './snapshot-parser.ts'
import { describeSnapshotProblem, snapshotLimits, type SnapshotProblem } from './snapshot-problem.ts'
import { anySnapshot, smallSnapshot } from '../../testing/snapshots.ts'
import { settingsOfSnapshot } from './snapshot-workspace.ts'
import { propertyRuns } from '../../testing/property.ts'

/** The problem with a document; undefined for a valid snapshot. */
function problemOf(json: unknown): SnapshotProblem | undefined {
  const parsed = parseSnapshot(json)
  return parsed.kind === 'rejected' ? parsed.problem : undefined
}

const withFiles = (files: Readonly<Record<string, unknown>>): unknown => ({ ...smallSnapshot, files })
const withWorld = (world: unknown): unknown => ({ ...smallSnapshot, world })

test('every valid draft is read unchanged, without ignored parts', () => {
  fc.assert(
    fc.property(anySnapshot, (snapshot) => {
      expect(parseSnapshot(JSON.parse(JSON.stringify(snapshot)))).toEqual({ kind: 'snapshot', snapshot, ignored: [] })
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('any JSON is read or refused with a reason, without an exception', () => {
  const almost = fc.dictionary(fc.constantFrom(...Object.keys(smallSnapshot), '__proto__', 'world'), fc.jsonValue())
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), almost), (json) => {
      const problem = problemOf({ ...smallSnapshot, ...(json as object) }) ?? problemOf(json)
      if (problem) expect(describeSnapshotProblem(problem)).toMatch(/^[A-Z].*\.$/s)
    }),
    { numRuns: propertyRuns(500) },
  )
})

test.for([
  ['text', 'hello'],
  ['null', null],
  ['a list', [smallSnapshot]],
  ['an empty object', {}],
  ['format as text', { ...smallSnapshot, format: '1' }],
  ['format 0', { ...smallSnapshot, format: 0 }],
] as const)('%s is not a snapshot', ([, json]) => {
  expect(problemOf(json)).toEqual({ code: 'not-a-snapshot' })
})

test('a later format is reported, regardless of the rest of the document', () => {
  expect(problemOf({ format: 7, shape: 'unknown' })).toEqual({ code: 'future-version', found: 7 })
})

test.for([
  ['relative', 'project/a', 'outside'],
  ['empty', '', 'outside'],
  ['the system space', '/system/a', 'outside'],
  ['the path of a root folder', '/project', 'outside'],
  ['a root with a slash', '/project/', 'empty-segment'],
  ['a longer root', '/projects/a', 'outside'],
  ['elsewhere', '/etc/passwd', 'outside'],
  ['up', '/project/../etc/passwd', 'dot-segment'],
  ['up at the end', '/project/a/..', 'dot-segment'],
  ['here', '/user/./a', 'dot-segment'],
  ['double slash', '/project//a', 'empty-segment'],
  ['backslash', '/project/..\\a', 'backslash'],
  ['NUL', '/project/a\0b', 'control-character'],
  ['newline', '/project/a\nb', 'control-character'],
  ['C1 control', '/project/a\u0085b', 'control-character'],
  ['right to left override', '/project/\u202egpj.exe', 'hidden-direction'],
  ['a lone surrogate', '/project/\ud800', 'not-unicode'],
  ['a long segment', `/project/${'a'.repeat(256)}`, 'segment-too-long'],
  ['a long segment in bytes', `/project/${'é'.repeat(128)}`, 'segment-too-long'],
  ['a long path', `/project${'/a'.repeat(1_000)}`, 'too-long'],
] as const)('the path is refused: %s', ([, path, because]) => {
  expect(problemOf(withFiles({ [path]: '' }))).toEqual({ code: 'bad-path', path, because })
})

test.for([
  '/project/__proto__',
  '/project/constructor',
  '/user/a b',
  `/project/${'a'.repeat(255)}`,
  '/project/..a',
  '/project/😀',
])('the path is accepted: %s', (path) => {
  expect(parseSnapshot(withFiles({ [path]: 'x' }))).toMatchObject({
    kind: 'snapshot',
    snapshot: { files: { [path]: 'x' } },
  })
})

test('a path cannot be both a file and a folder', () => {
  const expected = { code: 'bad-path', path: '/project/a', because: 'file-and-folder' }
  expect(problemOf(withFiles({ '/project/a': '', '/project/a/b/c': '' }))).toEqual(expected)
})

test.for([
  [12_000, undefined],
  [12_001, { code: 'too-many-files', found: 12_001, most: 12_000 }],
] as const)('a draft with %i files is accepted only within the limit', ([count, problem]) => {
  const files = Object.fromEntries(Array.from({ length: count }, (_, index) => [`/project/${index}`, '']))
  expect(problemOf(withFiles(files))).toEqual(problem)
})

test('deep paths exceed the limit of names', () => {
  const deep = Array.from({ length: 110 }, (_, index) => [`/project/${index}${'/a'.repeat(400)}`, ''])
  expect(problemOf(withFiles(Object.fromEntries(deep)))).toEqual({ code: 'too-many-names', most: snapshotLimits.names })
})

test.for([
  ['exactly the limit is allowed', 'a'.repeat(5_000_000), undefined],
  ['one letter over the limit is refused', 'a'.repeat(5_000_001), 5_000_001],
  ['bytes count, not characters', 'é'.repeat(2_500_001), 5_000_002],
  ['a surrogate pair counts as four bytes', '😀'.repeat(1_250_001), 5_000_004],
  ['base64 counts by its decoded size', { base64: 'AAAA'.repeat(1_666_667) }, 5_000_001],
] as const)('the size of one file is limited: %s', ([, content, bytes]) => {
  const path = '/project/large'
  const problem = bytes === undefined ? undefined : { code: 'file-too-large', path, bytes, most: 5_000_000 }
  expect(problemOf(withFiles({ [path]: content }))).toEqual(problem)
})

test('the total size of files is limited', () => {
  const part = 'a'.repeat(5_000_000)
  const files = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`/project/${index}`, part]))
  expect(problemOf(withFiles(files))).toEqual({ code: 'too-large', bytes: 65_000_000, most: 64_000_000 })
})

test.for([
  ['name', { ...smallSnapshot, name: 1 }, '/name'],
  ['name missing', { ...smallSnapshot, name: undefined }, '/name'],
  ['name too long', { ...smallSnapshot, name: 'a'.repeat(1_001) }, '/name'],
  ['dialect', { ...smallSnapshot, dialect: 'toString' }, '/dialect'],
  ['search', { ...smallSnapshot, search: 'all' }, '/search'],
  ['dev_mode', { ...smallSnapshot, dev_mode: 1 }, '/dev_mode'],
  ['bundle', { ...smallSnapshot, bundle: null }, '/bundle'],
  ['bundle version', { ...smallSnapshot, bundle: { id: 'a' } }, '/bundle/version'],
  ['item_id', { ...smallSnapshot, item_id: null }, '/item_id'],
  ['parameters', { ...smallSnapshot, parameters: {} }, '/parameters'],
  ['parameters too long', { ...smallSnapshot, parameters: 'a'.repeat(1_000_001) }, '/parameters'],
  ['files', { ...smallSnapshot, files: [] }, '/files'],
  ['a file', withFiles({ '/project/a': 1 }), '/files/~1project~1a'],
  ['base64', withFiles({ '/project/a': { base64: 'A' } }), '/files/~1project~1a'],
  ['base64 with a space', withFiles({ '/project/a': { base64: 'AA A' } }), '/files/~1project~1a'],
  ['base64 of the other alphabet', withFiles({ '/project/a': { base64: '-_-_' } }), '/files/~1project~1a'],
  ['base64 with stray bits', withFiles({ '/project/a': { base64: 'AB==' } }), '/files/~1project~1a'],
  ['base64 all padding', withFiles({ '/project/a': { base64: '====' } }), '/files/~1project~1a'],
  ['world', withWorld(null), '/world'],
  ['environ', withWorld({ environ: [] }), '/world/environ'],
  ['environ value', withWorld({ environ: { A: 1 } }), '/world/environ/A'],
  ['environ name', withWorld({ environ: { 'A=B': '' } }), '/world/environ/A=B'],
  ['environ __proto__', JSON.parse('{"world":{"environ":{"__proto__":"x"}}}'), '/world/environ/__proto__'],
  ['world files', withWorld({ files: ['/a', 1] }), '/world/files/1'],
  ['programs', withWorld({ programs: {} }), '/world/programs'],
  ['too many programs', withWorld({ programs: Array.from({ length: 1_001 }) }), '/world/programs'],
  [
    'return_code',
    withWorld({ programs: [{ argv: [], return_code: 1.5, stdout: '' }] }),
    '/world/programs/0/return_code',
  ],
  ['argv', withWorld({ programs: [{ argv: 'a', return_code: 1, stdout: '' }] }), '/world/programs/0/argv'],
  ['separator', withWorld({ path_separator: '|' }), '/world/path_separator'],
  ['expected', { ...smallSnapshot, expected: true }, '/expected'],
  ['digest', { ...smallSnapshot, expected: { plan_digest: 'x', chain: [] } }, '/expected/plan_digest'],
  ['chain', { ...smallSnapshot, expected: { plan_digest: null, chain: [1] } }, '/expected/chain/0'],
] as const)('the field is refused: %s', ([, json, pointer]) => {
  expect(problemOf({ ...smallSnapshot, ...(json as object) })).toMatchObject({ code: 'bad-field', pointer })
})

test('unknown fields are omitted and reported', () => {
  const json: unknown = {
    ...smallSnapshot,
    extra: 1,
    bundle: { ...smallSnapshot.bundle, 'a/b~c': 1 },
    files: { '/project/a': { base64: '', mode: 7 } },
  }
  expect(parseSnapshot(json)).toEqual({
    kind: 'snapshot',
    snapshot: { ...smallSnapshot, files: { '/project/a': { base64: '' } } },
    ignored: ['/bundle/a~1b~0c', '/files/~1project~1a/mode', '/extra'],
  })
})

test('a flood of unknown fields is truncated, and the truncation is reported', () => {
  const flood = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, index]))
  const parsed = parseSnapshot({ ...smallSnapshot, ...flood })
  expect(parsed.kind === 'snapshot' && parsed.ignored).toHaveLength(100)
  expect(parsed.kind === 'snapshot' && parsed.ignored.at(-1)).toBe('and more')
})

test('__proto__ is an ordinary key', () => {
  const text = JSON.stringify(smallSnapshot).replace(/}$/, ',"__proto__":{"dialect":"kiwi","polluted":1}}')
  const parsed = parseSnapshot(JSON.parse(text))
  expect(parsed).toMatchObject({ kind: 'snapshot', snapshot: smallSnapshot, ignored: ['/__proto__'] })
  expect(parsed.kind === 'snapshot' && 'polluted' in parsed.snapshot).toBe(false)
  expect(problemOf(JSON.parse('{"__proto__":{"format":1}}'))).toEqual({ code: 'not-a-snapshot' })
  expect('polluted' in {}).toBe(false)
})

test.for<{ problem: SnapshotProblem; says: string }>([
  { problem: { code: 'not-a-snapshot' }, says: 'not a draft' },
  { problem: { code: 'future-version', found: 2 }, says: 'newer' },
  { problem: { code: 'too-many-files', found: 13_000, most: 12_000 }, says: 'the limit is 12000' },
  { problem: { code: 'too-many-names', most: 10_000 }, says: '10000 files and folders' },
  { problem: { code: 'file-too-large', path: '/project/a', bytes: 6, most: 5 }, says: '/project/a has 6 bytes' },
  { problem: { code: 'too-large', bytes: 9, most: 8 }, says: 'together have 9 bytes' },
  {
    problem: { code: 'bad-path', path: '/project/\u202ea\0', because: 'hidden-direction' },
    says: '/project/\ufffda\ufffd',
  },
  { problem: { code: 'bad-field', pointer: '/name', wanted: 'text' }, says: 'field /name' },
])('$problem.code has a message', ({ problem, says }) => {
  expect(describeSnapshotProblem(problem)).toContain(says)
})

test('a draft can include system bundles, in order and with their files', () => {
  const systems = [{ id: 'acme', version: '1.0.0' }, 'builtin', { id: 'b', version: '' }] as const
  const files = { ...smallSnapshot.files, '/system/acme/.ai/tools/a.py': '', '/system/acme/bundle.json': '{}' }
  const parsed = parseSnapshot({ ...smallSnapshot, systems, files })
  expect(parsed).toMatchObject({ kind: 'snapshot', snapshot: { systems, files }, ignored: [] })
  if (parsed.kind === 'snapshot')
    expect(settingsOfSnapshot(parsed.snapshot).systems).toEqual([
      { bundle_id: 'acme', version: '1.0.0', root: '/system/acme' },
      { bundle_id: 'ryeos-core', version: '1.0.0', root: '/system/ryeos-core' },
      { bundle_id: 'b', version: '', root: '/system/b' },
    ])
})

const own = (...ids: readonly string[]): unknown[] => ids.map((id) => (id === 'builtin' ? id : { id, version: '1' }))
test.for([
  ['a value that is not a list', {}],
  ['a word that is not builtin', ['other']],
  ['the same ID twice', own('a', 'a')],
  ['builtin twice', own('builtin', 'builtin')],
  ['builtin and an ID of a built-in bundle', own('builtin', 'ryeos-kiwi')],
  ['an ID that is a parent path', own('..')],
  ['an ID with a slash', own('a/b')],
  ['an empty ID', own('')],
  ['more bundles than the limit', own(...Array.from({ length: snapshotLimits.systems + 1 }, (_, at) => `b${at}`))],
] as const)('system bundles with %s are refused', ([, systems]) => {
  const problem = problemOf({ ...smallSnapshot, systems })
  expect(problem).toMatchObject({ code: 'bad-field', pointer: expect.stringMatching(/^\/systems/) as string })
})

test.for([
  ['that is not listed', '/system/other/a'],
  ['of the product', '/system/ryeos-core/a'],
  ['that has no folder', '/system/acme'],
] as const)('a file of a bundle %s is refused', ([, path]) => {
  const systems = own('acme', 'builtin')
  expect(problemOf({ ...smallSnapshot, systems, files: { [path]: '' } })).toMatchObject({ because: 'outside' })
})
