import { expect, test } from 'vitest'
import { exampleSnapshots } from '../testing/examples.ts'
import { evidenceOf } from '../testing/lessons.ts'
import { checkGoal } from './check-goal.ts'
import type { GoalAssertion } from './goal.ts'

const examples = exampleSnapshots()

/** The line of the source that a verdict names. */
function lineOf(slug: string, goal: GoalAssertion, change: (text: string) => string = (text) => text): string {
  const start = examples[slug]!
  const files = Object.fromEntries(Object.entries(start.files).map(([path, text]) => [path, change(String(text))]))
  const { where } = checkGoal(goal, evidenceOf({ ...start, files }))
  return where === null ? 'none' : (files[where.path]?.split('\n')[where.from.line - 1] ?? where.path)
}

const value = (pointer: string, wanted: string): GoalAssertion => ({
  kind: 'value',
  lane: 'analysis',
  pointer,
  test: { kind: 'is', value: wanted },
})

test('a goal about a refused chain points at the line of its first error', () => {
  expect(lineOf('learn-three-layers', value('/status', 'ready'))).toContain('scirpt')
  expect(lineOf('learn-three-layers', value('/chain/role:primitive/item_id', 'x'))).toContain('scirpt')
  expect(lineOf('learn-graph', value('/status', 'ready'))).toContain('sned')
})

test('a goal about an absent problem points at the line of the first error', () => {
  const goal: GoalAssertion = { kind: 'code', code: 'chain-cycle', absent: false }
  expect(lineOf('learn-three-layers', goal)).toContain('scirpt')
})

test('a goal about a signature points at the line of the signature', () => {
  const goal = value('/chain/role:tool/signature/state', 'verified')
  expect(lineOf('learn-signing', goal)).toContain('# rye:signed:')
})

test('a goal about a broken rule between two elements points at the line that breaks it', () => {
  const goal: GoalAssertion = { kind: 'pair', child: 'report', parent: 'page', rule: 'io', verdict: 'ok' }
  expect(lineOf('learn-io-versions', goal)).toMatch(/inputs|outputs/)
  expect(lineOf('learn-io-versions', { ...goal, rule: 'version' })).toMatch(/version/)
})

test('a goal about a pair does not point at the finding of another pair', () => {
  const goal: GoalAssertion = {
    kind: 'pair',
    child: 'page',
    parent: 'rye/core/primitives/execute',
    rule: 'io',
    verdict: 'ok',
  }
  expect(lineOf('learn-io-versions', goal)).toContain('executor_id')
})

test('a goal about a list points at the line of its first part with a source', () => {
  expect(lineOf('learn-templates', value('/plan/args', 'x'))).toContain('greeting: "Hello {name}"')
})

test('a goal about a value without a source has no line, even if the chain has an error', () => {
  expect(lineOf('learn-three-layers', value('/dialect', 'kiwi'))).toBe('none')
})
