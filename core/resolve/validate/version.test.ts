import fc from 'fast-check'
import semver from 'semver'
import { expect, test } from 'vitest'
import { compareVersions, readVersion, satisfiesVersion } from './version.ts'
import { propertyRuns } from '../../testing/property.ts'
import { analyzeFiles, codesOf } from '../../testing/workspace.ts'

// C5: SemVer 2.0. For every version that the engine and the most common SemVer library can both read, the results
// match.

const number = fc.oneof(fc.nat(20), fc.nat(Number.MAX_SAFE_INTEGER)).map(String)
const identifier = fc.oneof(number, fc.stringMatching(/^[0-9A-Za-z-]{1,4}$/))
const dotted = fc.array(identifier, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'))
const version = fc
  .tuple(fc.tuple(number, number, number), fc.option(dotted), fc.option(dotted))
  .map(([release, prerelease, build]) => {
    return `${release.join('.')}${prerelease === null ? '' : `-${prerelease}`}${build === null ? '' : `+${build}`}`
  })

test('C5: a string in the form of a version is valid if and only if the library accepts it', () => {
  fc.assert(
    fc.property(version, (text) => {
      expect(readVersion(text) !== undefined).toBe(semver.valid(text) !== null)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test.for([
  ['9007199254740991.0.0', true],
  ['9007199254740992.0.0', false],
  ['1.0.0-9007199254740991', true],
  ['1.0.0-9007199254740992', false],
  ['1.0.0-9007199254740992a', true],
] as const)('R4.3: numbers beyond 2^53 - 1 are invalid: %s %s', ([text, readable]) => {
  expect(readVersion(text) !== undefined).toBe(readable)
})

test('C5: versions are compared as the library compares them', () => {
  const near = fc.tuple(version, version, fc.boolean()).map(([a, b, same]) => {
    // Half of the pairs have the same release, so that the prereleases decide.
    return same ? ([a, b.replace(/^[0-9.]+/, a.split(/[-+]/, 1)[0]!)] as const) : ([a, b] as const)
  })
  fc.assert(
    fc.property(near, ([a, b]) => {
      fc.pre(semver.valid(a) !== null && semver.valid(b) !== null)
      expect(Math.sign(compareVersions(readVersion(a)!, readVersion(b)!))).toBe(semver.compare(a, b))
      for (const op of ['>=', '<=', '==', '!=', '>', '<'] as const)
        expect(satisfiesVersion(a, op, b)).toBe(semver.cmp(a, op, b))
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

const at = (name: string): string => `/project/.ai/tools/${name}`

const primitive = 'rye/core/primitives/execute'

test.for([
  { limits: '{min_version: null, max_version: null}', version: '', verdict: 'not-declared', codes: [] },
  { limits: '{t: {min_version: null}}', version: '', verdict: 'not-declared', codes: [] },
  { limits: '{}', version: '', verdict: 'not-declared', codes: [] },
  { limits: '{t: {min_version: "1"}}', version: '', verdict: 'warning', codes: ['version-missing'] },
  { limits: '{min_version: "1", max_version: null}', version: 'version: "2"', verdict: 'ok', codes: [] },
  { limits: '{max_version: "1.5"}', version: 'version: v2', verdict: 'failed', codes: ['version-too-high'] },
  { limits: '{min_version: "1.0.0"}', version: 'version: 1.0.0-rc.1', verdict: 'failed', codes: ['version-too-low'] },
  {
    limits: '{min_version: 9007199254740993.0.0}',
    version: 'version: "1"',
    verdict: 'warning',
    codes: ['version-unreadable'],
  },
])('R4.3: the parent limits $limits on {$version}: $verdict', ({ limits, version, verdict, codes }) => {
  const runtime = `executor_id: ${primitive}\nconfig: {command: ls}\nchild_constraints: ${limits}\n`
  const run = analyzeFiles({
    '/project/.ai/tools/t.yaml': `executor_id: r\n${version}\n`,
    '/user/.ai/tools/r.yaml': runtime,
  })
  expect(run.validation?.pairs[0]?.version).toBe(verdict)
  expect(codesOf(run).filter((code) => code.startsWith('version-'))).toEqual(codes)
})

const limited = (limits: string, version: string): readonly [string | undefined, readonly string[]] => {
  const files = {
    [at('t.yaml')]: `executor_id: r\n${version}\n`,
    '/user/.ai/tools/r.yaml': `executor_id: ${primitive}\nconfig: {command: ls}\nchild_constraints: ${limits}\n`,
  }
  const run = analyzeFiles(files)
  const codes = codesOf(run).filter((code) => code.startsWith('version-'))
  return [run.validation?.pairs[0]?.version, codes]
}
test.for([
  { limits: '{t: {min_version: null, max_version: null}}', version: 'version: no', verdict: 'not-declared', codes: [] },
  { limits: '{other: {min_version: "9"}}', version: 'version: "1"', verdict: 'not-declared', codes: [] },
  { limits: '{min_version: "1.2", max_version: "1.2.0"}', version: 'version: 1.2', verdict: 'ok', codes: [] },
  { limits: '{min_version: 1.0.0+b}', version: 'version: 1.0.0+a', verdict: 'ok', codes: [] },
  { limits: '{min_version: "1.0.0-rc.2"}', version: 'version: 1.0.0-rc.10', verdict: 'ok', codes: [] },
  {
    limits: '{min_version: null, max_version: "1"}',
    version: 'version: "2"',
    verdict: 'failed',
    codes: ['version-too-high'],
  },
  { limits: '{max_version: "1"}', version: 'version: one', verdict: 'warning', codes: ['version-unreadable'] },
])('R4.3: the limits $limits on {$version}: $verdict', ({ limits, version, verdict, codes }) => {
  expect(limited(limits, version)).toEqual([verdict, codes])
})
