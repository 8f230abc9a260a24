import { expect, test } from 'vitest'
import type { DiagnosticEntry } from '#core/answer'
import { fingerprintOf } from './fingerprint.ts'

const entry: DiagnosticEntry = {
  code: 'version-undeclared',
  severity: 'hint',
  message: '"demo/greet" does not declare a version.',
  hint: '',
  at: {
    path: '/project/.ai/tools/demo/greet.py',
    start: 0,
    end: 1,
    from: { line: 1, column: 1 },
    to: { line: 1, column: 2 },
  },
  facts: { item_id: 'demo/greet', role: 'tool' },
}

test('a fingerprint does not depend on words, position or the order of facts', () => {
  const moved = { ...entry, at: { ...entry.at!, start: 9, end: 10, from: { line: 3, column: 1 } } }
  const reworded = { ...entry, message: 'No version.', severity: 'error' as const }
  const reordered = { ...entry, facts: { role: 'tool', item_id: 'demo/greet' } }
  const prints = [moved, reworded, reordered].map(fingerprintOf)
  expect(new Set([fingerprintOf(entry), ...prints]).size).toBe(1)
})

test('a fingerprint differs for another code, fact or file', () => {
  const others: readonly DiagnosticEntry[] = [
    { ...entry, code: 'category-undeclared' },
    { ...entry, facts: { ...entry.facts, item_id: 'demo/other' } },
    { ...entry, at: { ...entry.at!, path: '/project/.ai/tools/demo/other.py' } },
    { ...entry, at: null },
  ]
  expect(new Set([entry, ...others].map(fingerprintOf)).size).toBe(5)
})
