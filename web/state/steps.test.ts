import { expect, test } from 'vitest'
import type { Snapshot } from '#core'
import { withStep, type Steps } from './steps.ts'

const step = (name: string, touched = 0, merge?: string, weight = 0) => ({
  snapshot: { name } as Snapshot,
  label: name,
  merge,
  touched,
  weight,
})
const start: Steps = { list: [step('0')], at: 0 }
const names = ({ list }: Steps): string[] => list.map(({ snapshot }) => snapshot.name)

test('a change drops what was undone', () => {
  const two = withStep(withStep(start, step('1')), step('2'))
  expect(names(withStep({ ...two, at: 1 }, step('3')))).toEqual(['0', '1', '3'])
})

test('keystrokes in one file run together while they follow closely', () => {
  const typed = [step('a', 0, 'x'), step('ab', 100, 'x'), step('abc', 5000, 'x'), step('other', 5010, 'y')]
  expect(names(typed.reduce<Steps>((steps, one) => withStep(steps, one), start))).toEqual(['0', 'ab', 'abc', 'other'])
})

test('the oldest steps are forgotten, never the present one', () => {
  const many = Array.from({ length: 1000 }, (_, index) => step(String(index + 1))).reduce<Steps>(
    (steps, one) => withStep(steps, one),
    start,
  )
  expect(many.list).toHaveLength(400)
  expect(many.list[many.at]?.snapshot.name).toBe('1000')
})

test('what all states take is bounded, and the last change can always be undone', () => {
  const heavy = Array.from({ length: 10 }, (_, index) => step(String(index + 1), index * 5000, undefined, 30))
  const most = { steps: 400, bytes: 100 }
  const kept = heavy.reduce<Steps>((steps, one) => withStep(steps, one, most), start)
  // The oldest of them is what the others are told apart from, whatever it weighs.
  expect(names(kept)).toEqual(['7', '8', '9', '10'])
  expect(kept.at).toBe(3)
  expect(names(withStep(start, step('huge', 0, undefined, 1_000), most))).toEqual(['0', 'huge'])
})
