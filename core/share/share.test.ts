import fc from 'fast-check'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canonicalSnapshot } from '../workspace/snapshot/canonical-snapshot.ts'
import { pureHost } from '../pure-host.ts'
import { encodeBase64Url } from '../text/base64.ts'
import { baseNames } from './share-base.ts'
import { describeShareProblem, shareLimits } from './share-problem.ts'
import { decodeShare, encodeShare, packShare } from './share.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { snapshotLimits } from '../workspace/snapshot/snapshot-problem.ts'
import { releasedBundles } from '../workspace/snapshot/snapshot-workspace.ts'
import { linkableExamples } from '../testing/examples.ts'
import { linkOf } from '../testing/share-link.ts'
import { anySnapshot, smallSnapshot } from '../testing/snapshots.ts'
import { propertyRuns } from '../testing/property.ts'

const examples = Object.entries(linkableExamples())

function problemOf(link: string): string | undefined {
  const decoded = decodeShare(link)
  return decoded.kind === 'rejected' ? decoded.problem.code : undefined
}

/** A draft with a released bundle. Drafts with other bundles cannot be opened. */
const anyShared = fc
  .record({ snapshot: anySnapshot, bundle: fc.constantFrom(...releasedBundles) })
  .map(({ snapshot, bundle }): Snapshot => ({ ...snapshot, bundle }))

test('the list of released bundles matches the bundle folders', () => {
  const folder = join(import.meta.dirname, '../bundles')
  const ids = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const there = ids.flatMap(({ name }) => readdirSync(join(folder, name)).map((version) => `${name} ${version}`))
  expect(releasedBundles.map(({ id, version }) => `${id} ${version}`).sort()).toEqual(there.sort())
})

test.for([
  { id: 'ryeos-core', version: '9.0.0' },
  { id: 'missing', version: '1.0.0' },
  { id: '__proto__', version: 'constructor' },
])('a link with the unknown bundle $id $version is refused with its name', (bundle) => {
  const opened = decodeShare(encodeShare({ ...smallSnapshot, bundle }))
  expect(opened).toEqual({ kind: 'rejected', problem: { code: 'unknown-bundle', ...bundle } })
  if (opened.kind === 'rejected')
    expect(describeShareProblem(opened.problem)).toContain(`${bundle.id} ${bundle.version}`)
})

test('an opened draft equals the shared draft', () => {
  fc.assert(
    fc.property(anyShared, (snapshot) => {
      expect(decodeShare(encodeShare(snapshot))).toMatchObject({ kind: 'snapshot', snapshot, ignored: [] })
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('a draft is packed if its link would open, and refused for the same reason otherwise', () => {
  const escaped = { '/project/a.txt': '\u0001'.repeat(1_500_000) }
  const unreleased = { ...smallSnapshot, bundle: { id: 'ryeos-core', version: '9.9.9' } }
  const noName = { ...smallSnapshot, files: { 'project/a.py': '' } }
  fc.assert(
    fc.property(fc.oneof(anyShared, anySnapshot, fc.constantFrom(unreleased, noName)), (snapshot) => {
      const packed = packShare(snapshot)
      const opened = decodeShare(encodeShare(snapshot))
      if (packed.kind === 'link') expect([packed.fragment, opened.kind]).toEqual([encodeShare(snapshot), 'snapshot'])
      else expect(opened).toEqual(packed)
    }),
    { numRuns: propertyRuns(200) },
  )
  // Each character takes six characters in the document.
  expect(packShare({ ...smallSnapshot, files: escaped })).toMatchObject({ problem: { code: 'too-large' } })
})

test('strings that are not valid Unicode also survive a round-trip', () => {
  const snapshot = { ...smallSnapshot, files: { '/project/a': '\ud800 \udfff\0\u2028' } }
  expect(decodeShare(encodeShare(snapshot))).toMatchObject({ kind: 'snapshot', snapshot })
})

test('equal drafts give equal links even with their keys in reverse order', () => {
  const shuffled = (snapshot: Snapshot): Snapshot => {
    const files = Object.fromEntries(Object.entries(snapshot.files).reverse())
    return Object.fromEntries(Object.entries({ ...snapshot, files }).reverse()) as unknown as Snapshot
  }
  fc.assert(
    fc.property(anyShared, (snapshot) => {
      expect(JSON.stringify(canonicalSnapshot(shuffled(snapshot)))).toBe(JSON.stringify(canonicalSnapshot(snapshot)))
      expect(encodeShare(shuffled(snapshot))).toBe(encodeShare(snapshot))
    }),
    { numRuns: propertyRuns(100) },
  )
})

test('a link contains only URL-safe characters', () => {
  for (const [, snapshot] of examples) expect(encodeShare(snapshot)).toMatch(/^v1\.[a-z0-9-]+\.[A-Za-z0-9_-]+$/)
})

test('a leading # and surrounding blanks are ignored', () => {
  expect(decodeShare(` #${encodeShare(smallSnapshot)}\n`)).toMatchObject({ kind: 'snapshot', snapshot: smallSnapshot })
})

/** A typical edit: a misspelled executor and a new line with a comment. */
function edited(snapshot: Snapshot): Snapshot {
  const [path = '', text = ''] =
    Object.entries(snapshot.files).find(
      ([name, one]) => /\.(?:py|yaml|js)$/.test(name) && String(one).includes('executor_id'),
    ) ?? []
  const changed = `${String(text).replace('executor_id', 'executor_id_')}\n# What happens if the runtime is named wrongly? See problem 42.\n`
  const expected = { plan_digest: pureHost.sha256(changed), chain: [snapshot.item_id, 'some/other/runtime'] }
  return { ...snapshot, files: { ...snapshot.files, [path]: changed }, expected }
}

test.for(examples)('the link of a one-file change to the example %s is short', ([slug, snapshot]) => {
  const link = encodeShare(edited(snapshot))
  expect(decodeShare(link)).toMatchObject({ kind: 'snapshot', snapshot: edited(snapshot) })
  // An example without its own base might need one. Add it to a new dictionary (`core/testing/links/README.md`).
  expect(link.length, `${slug} (${baseNames.join(' ')})`).toBeLessThan(500)
})

test.for(examples)('the link of the unchanged example %s is very short', ([, snapshot]) => {
  expect(encodeShare(snapshot).length).toBeLessThan(200)
})

test('the link of a draft unlike every example is self-contained', () => {
  const link = encodeShare({ ...smallSnapshot, files: { '/user/x': 'Nothing like any example: 8 ducks.' } })
  expect(link.startsWith('v1.1.')).toBe(true)
  expect(link.length).toBeLessThan(200)
})

test.for([
  ['nothing', '', 'not-a-link'],
  ['only #', '#', 'not-a-link'],
  ['a heading', '#introduction', 'not-a-link'],
  ['no payload', 'v1.1', 'not-a-link'],
  ['too many parts', `${encodeShare(smallSnapshot)}.x`, 'not-a-link'],
  ['a later format', 'v2.anything', 'future-format'],
  ['a much later format', 'v37.1.AAAA', 'future-format'],
  ['an unknown base', 'v1.ducks-9.AAAA', 'unknown-base'],
  ['a base called __proto__', 'v1.__proto__.AAAA', 'unknown-base'],
  ['a base called constructor', 'v1.constructor.AAAA', 'unknown-base'],
  ['no base', 'v1..AAAA', 'unknown-base'],
  ['padding inside', 'v1.1.AA=A', 'bad-base64'],
  ['the standard base64 alphabet', 'v1.1.AA+/', 'bad-base64'],
  ['unused bits that are set', 'v1.1.AAB', 'bad-base64'],
  ['a space inside', 'v1.1.AA AA', 'bad-base64'],
  ['an empty payload', 'v1.1.', 'truncated'],
  ['only a checksum', 'v1.1.AAAAAA', 'truncated'],
  ['data that is not compressed', `v1.1.${encodeBase64Url(new Uint8Array(40).fill(255))}`, 'damaged'],
  ['a link over the length limit', `v1.1.${'A'.repeat(shareLimits.fragmentLength)}`, 'link-too-long'],
  ['invalid UTF-8', linkOf(new Uint8Array([0x22, 0xc0, 0xaf, 0x22])), 'bad-utf8'],
  ['an encoded lone surrogate', linkOf(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])), 'bad-utf8'],
  ['text that is not JSON', linkOf('{'), 'bad-json'],
  ['a byte order mark', linkOf(`\ufeff${JSON.stringify(smallSnapshot)}`), 'bad-json'],
  ['three million opening brackets', () => linkOf('['.repeat(3_000_000)), 'bad-json'],
  ['deep nesting', linkOf(`${'['.repeat(1_000)}${']'.repeat(1_000)}`), 'not-a-snapshot'],
  ['no snapshot', linkOf('null'), 'not-a-snapshot'],
  ['a later snapshot', linkOf('{"format":2}'), 'future-version'],
  ['traversal', linkOf(JSON.stringify({ ...smallSnapshot, files: { '/project/../etc/passwd': '' } })), 'bad-path'],
  ['the system space', linkOf(JSON.stringify({ ...smallSnapshot, files: { '/system/a': '' } })), 'bad-path'],
  ['__proto__ as a draft', linkOf(`{"__proto__":${JSON.stringify(smallSnapshot)}}`), 'not-a-snapshot'],
  ['__proto__ as a file', linkOf(JSON.stringify(smallSnapshot).replace(/"\/project[^"]*"/, '"__proto__"')), 'bad-path'],
  [
    'one file too many',
    () => linkOf(JSON.stringify({ ...smallSnapshot, files: manyFiles(snapshotLimits.files + 1) })),
    'too-many-files',
  ],
  ['a bomb of zeros', () => linkOf(new Uint8Array(20_000_000)), 'bomb'],
  ['a bomb of JSON', () => linkOf(JSON.stringify({ ...smallSnapshot, parameters: 'a'.repeat(9_000_000) })), 'bomb'],
  ['a document one byte over the limit', () => linkOf(`"${'a'.repeat(shareLimits.documentBytes - 1)}"`), 'bomb'],
  [
    'a document exactly at the limit that is not a draft',
    () => linkOf(`"${'a'.repeat(shareLimits.documentBytes - 2)}"`),
    'not-a-snapshot',
  ],
] as const)('a hostile link is refused with the expected code: %s', { timeout: 30_000 }, ([, link, code]) => {
  expect(problemOf(typeof link === 'string' ? link : link())).toBe(code)
})

function manyFiles(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`/project/${index}`, '']))
}

test('decompression of a bomb stops before the end of the bomb', { timeout: 30_000 }, () => {
  const bomb = linkOf(new Uint8Array(40_000_000))
  expect(bomb.length).toBeLessThan(60_000)
  const spoilt = (from: number, to: number): string => bomb.slice(0, from) + '_'.repeat(to - from) + bomb.slice(to)
  const half = Math.round(bomb.length / 2)
  expect(problemOf(spoilt(60, half))).toBe('damaged')
  expect(problemOf(spoilt(half, bomb.length - 1))).toBe('bomb')
})

test('every truncated link is detected', () => {
  const link = encodeShare(edited(examples[0]?.[1] ?? smallSnapshot))
  for (let length = 0; length < link.length; length++) {
    expect(['not-a-link', 'unknown-base', 'bad-base64', 'truncated']).toContain(problemOf(link.slice(0, length)))
  }
})

test('a link with one changed character never opens another draft', () => {
  const snapshot = edited(examples[0]?.[1] ?? smallSnapshot)
  const link = encodeShare(snapshot)
  let noticed = 0
  for (let at = 0; at < link.length; at++) {
    const decoded = decodeShare(link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1))
    // The unused bits of the last byte have no meaning, so a change there can open the same draft.
    if (decoded.kind === 'snapshot') expect(decoded.snapshot).toEqual(snapshot)
    else noticed++
  }
  expect(noticed).toBeGreaterThanOrEqual(link.length - 1)
})

test('random bytes and random strings are refused, and nothing is thrown', () => {
  const bytes = fc.uint8Array({ maxLength: 400 }).map((payload) => `v1.1.${encodeBase64Url(payload)}`)
  const documents = fc.jsonValue().map((json) => linkOf(JSON.stringify(json)))
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), bytes, documents), (link) => {
      expect(decodeShare(link).kind).toBe('rejected')
    }),
    { numRuns: propertyRuns(500) },
  )
})

test('base names are unique and fit in a link', () => {
  expect(new Set(baseNames).size).toBe(baseNames.length)
  for (const name of baseNames) expect(name).toMatch(/^[a-z0-9-]{1,64}$/)
})
