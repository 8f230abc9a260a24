import { expect, test } from 'vitest'
import { dialects } from '../../rules/dialect.ts'
import { everyPart } from '../../pure-host.ts'
import { readMetadata } from './read.ts'

// R2.3: the text of a version that is a number or a date differs from the text in the file.

function hints(path: string, text: string): readonly (readonly [key: string, written: string, read: string])[] {
  return readMetadata(path, text, dialects.lillux, everyPart).diagnostics.flatMap((finding) => {
    if (finding.code !== 'version-not-text' || !finding.at) return []
    expect(text.slice(finding.at.start, finding.at.end)).toBe(finding.written)
    return [[finding.key, finding.written, finding.read] as const]
  })
}

test.for([
  ['1.10', '1.1'],
  ['1.0', undefined],
  ['1', undefined],
  ['2.5', undefined],
  ['010', '8'],
  ['1:30', '90'],
  ['1_0', '10'],
  ['0x10', '16'],
  ['0b11', '3'],
  ['+1', '1'],
  ['.5', '0.5'],
  ['1.', '1.0'],
  ['1.0e+3', '1000.0'],
  ['1e3', undefined],
  ['1.00', '1.0'],
  ['2026-11-26', '2026-11-26'],
  ['2026-11-26 10:00:00', '2026-11-26 10:00:00'],
  ['.inf', 'inf'],
  ['yes', 'True'],
  ['1.2.3', undefined],
  ['"1.10"', undefined],
  ["'010'", undefined],
  ['!!str 1.10', undefined],
  ['null', undefined],
  ['', undefined],
] as const)('the value that the hint for version: %s names, if there is a hint, is %s', ([written, read]) => {
  expect(hints('/project/.ai/tools/t.yaml', `version: ${written}\n`)).toEqual(
    read === undefined ? [] : [['version', written, read]],
  )
})

test('version bounds in constraints are checked as versions, for any child and for a named child', () => {
  const text = 'child_constraints: {min_version: 1.10, max_version: "1.20"}\n'
  expect(hints('/project/.ai/tools/t.yaml', text)).toEqual([['min_version', '1.10', '1.1']])
  expect(hints('/project/.ai/tools/t.yaml', 'child_constraints:\n  a/b:\n    max_version: 2.0_0\n')).toEqual([
    ['max_version', '2.0_0', '2.0'],
  ])
})

test.for([
  ['t.py', '__version__ = 1.10\n', 'version', '1.1'],
  ['t.mjs', 'export const __version__ = 1.10\n', 'version', '1.1'],
  ['t.sh', '# __version__ = 1.10\n', 'version', '1.1'],
] as const)('an unquoted version in %s causes the same hint', ([name, text, key, read]) => {
  expect(hints(`/project/.ai/tools/${name}`, text)).toEqual([[key, '1.10', read]])
})
