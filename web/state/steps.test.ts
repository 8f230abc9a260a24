import { expect, test } from 'vitest'
import type { Snapshot } from '#core/workspace'
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

test('a change drops the undone steps', () => {
  const two = withStep(withStep(start, step('1')), step('2'))
  expect(names(withStep({ ...two, at: 1 }, step('3')))).toEqual(['0', '1', '3'])
})

test('quick keystrokes in one file are merged into one step', () => {
  const typed = [step('a', 0, 'x'), step('ab', 100, 'x'), step('abc', 5000, 'x'), step('other', 5010, 'y')]
  expect(names(typed.reduce<Steps>((steps, one) => withStep(steps, one), start))).toEqual(['0', 'ab', 'abc', 'other'])
})

test('the oldest steps are dropped, except the first and the current one', () => {
  const many = Array.from({ length: 1000 }, (_, index) => step(String(index + 1))).reduce<Steps>(
    (steps, one) => withStep(steps, one),
    start,
  )
  expect(many.list).toHaveLength(400)
  expect(many.list[many.at]?.snapshot.name).toBe('1000')
  expect(names(many).slice(0, 3)).toEqual(['0', '602', '603'])
  // Undoing this step also undoes everything before it, as its label states.
  expect(many.list.slice(0, 3).map(({ label }) => label)).toEqual(['0', 'Older changes', '603'])
})

test('the size of all states is bounded, and the last change can always be undone', () => {
  const heavy = Array.from({ length: 10 }, (_, index) => step(String(index + 1), index * 5000, undefined, 30))
  const most = { steps: 400, bytes: 100 }
  const kept = heavy.reduce<Steps>((steps, one) => withStep(steps, one, most), start)
  expect(names(kept)).toEqual(['0', '8', '9', '10'])
  expect(kept.at).toBe(3)
  const huge = ['huge', 'huger', 'hugest'].map((name, index) => step(name, index * 5000, undefined, 1_000))
  const left = huge.map((_, last) =>
    names(huge.slice(0, last + 1).reduce((steps, one) => withStep(steps, one, most), start)),
  )
  expect(left).toEqual([
    ['0', 'huge'],
    ['0', 'huge', 'huger'],
    ['0', 'huger', 'hugest'],
  ])
})
