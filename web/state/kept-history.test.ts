import { expect, test } from 'vitest'
import type { Snapshot } from '#core/workspace'
import { packHistory, unpackHistory } from './kept-history.ts'
import { recalled, withStep, type HistoryStep, type Steps } from './steps.ts'

const snapshot: Snapshot = {
  format: 1,
  name: 'draft',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.0.0' },
  item_id: 'a',
  parameters: '{}',
  files: { '/project/a': 'a', '/project/b': 'b' },
}
const step = (label: string, files: Snapshot['files'], head: Partial<Snapshot> = {}): HistoryStep => ({
  snapshot: { ...snapshot, ...head, files },
  label,
  merge: undefined,
  touched: 0,
  weight: 0,
})
const list = [
  step('Opened', snapshot.files),
  step('Edit', { ...snapshot.files, '/project/a': 'aa' }),
  step('Add', { ...snapshot.files, '/project/a': 'aa', '/project/c': { base64: 'AA==' } }),
  step('Delete', { '/project/a': 'aa', '/project/c': { base64: 'AA==' } }, { item_id: 'b' }),
]
const steps: Steps = { list, at: 2 }
const labels = (of: Steps | undefined): string[] | undefined => of?.list.map(({ label }) => label)

/** A value after a round trip through a database. */
function keptAndRead(of: Steps, most?: Parameters<typeof packHistory>[1]): Steps | undefined {
  return unpackHistory(structuredClone(packHistory(of, most)))
}

test('a stored history loads unchanged, and stores a repeated text once', () => {
  const back = keptAndRead(steps)
  expect({ ...back, list: back?.list.map((one) => ({ ...one, weight: 0 })) }).toEqual(steps)
  // The weight is the number of written characters, plus 40 per file.
  expect(back?.list.map(({ weight }) => weight)).toEqual([2 + 80, 2 + 80, 4 + 120, 0 + 80])
  expect(JSON.stringify(packHistory(steps)).match(/"aa"/g)).toHaveLength(1)
})

test('the oldest states after the first are dropped, by number and by size, and the current state stays', () => {
  const three = keptAndRead(steps, { steps: 3, characters: 10_000 })
  expect(labels(three)).toEqual(['Opened', 'Older changes', 'Delete'])
  expect(three?.list.map(({ snapshot }) => snapshot.files)).toEqual([0, 2, 3].map((at) => list[at]?.snapshot.files))
  expect(three?.at).toBe(1)
  const most = { steps: 200, characters: JSON.stringify(packHistory(steps)).length * 0.6 }
  const fewer = keptAndRead(steps, most)
  expect(fewer?.list.length).toBeLessThan(4)
  expect(fewer?.list[fewer.at]?.label).toBe('Add')
})

test.for([
  { name: 'the current state', at: 1, most: 3, kept: ['Edit', 'Add', 'Delete'], present: 'Edit' },
  { name: 'the state before the last', at: 3, most: 2, kept: ['Add', 'Delete'], present: 'Delete' },
])('the first state does not replace $name', ({ at, most, kept, present }) => {
  const back = keptAndRead({ list, at }, { steps: most, characters: 10_000 })
  expect([labels(back), back?.list[back.at]?.label]).toEqual([kept, present])
})

test.for([
  ['files', { files: { '/project/a': 'x'.repeat(1000) } }],
  ['parameters', { parameters: 'x'.repeat(1000) }],
] as const)('a history is stored if its last change and a full state fit: %s', ([, large]) => {
  const opened = { ...snapshot, ...large }
  const two = [step('Opened', opened.files, large), step('Edit', { ...opened.files, '/project/b': 'bb' }, large)]
  const change = JSON.stringify(packHistory({ list: two, at: 1 })?.steps[1]).length
  const whole = Object.values(opened.files).join('').length + opened.parameters.length
  const kept = (characters: number) => packHistory({ list: two, at: 1 }, { steps: 200, characters })
  expect(kept(change + whole)?.steps).toHaveLength(2)
  expect(kept(change + whole - 1)).toBeUndefined()
})

test('a packed step is reused only after the same state', () => {
  const [opened, edit, add] = list as [HistoryStep, HistoryStep, HistoryStep]
  const again = packHistory({ list: [opened, edit], at: 1 })
  packHistory({ list: [opened, edit, add], at: 2 }, { steps: 2, characters: 10_000 })
  const longer = packHistory({ list: [opened, edit, add], at: 2 })
  expect(longer?.steps.slice(0, 2).map((one, at) => one === again?.steps[at])).toEqual([true, true])
  const other = keptAndRead({ list: [step('Opened', { '/project/z': 'z' }), edit], at: 1 })
  expect(other?.list[1]?.snapshot.files).toEqual(edit.snapshot.files)
})

test.for([
  ['a single state', { list: list.slice(0, 1), at: 0 }, undefined],
  ['a draft too large to keep twice', steps, { steps: 200, characters: 3 }],
  ['a current state older than all that fit', { list, at: 0 }, { steps: 2, characters: 10_000 }],
] as const)('%s has no history to keep', ([, of, most]) => {
  expect(packHistory(of, most as Parameters<typeof packHistory>[1])).toBeUndefined()
})

test.for([
  ['nothing', undefined],
  ['a later format', { format: 2, at: 0, steps: [] }],
  ['invalid rows', { format: 1, at: 0, steps: [{ label: 'x', head: {}, files: [1] }] }],
  ['an invalid current state', { ...packHistory(steps), at: 0.5 }],
  ['a state without a name', { ...packHistory(steps), steps: [{ ...packHistory(steps)?.steps[0], label: 1 }] }],
  ['a file without a path', { ...packHistory(steps), steps: [{ ...packHistory(steps)?.steps[0], files: [[1, 'a']] }] }],
  ['a state that is not a draft', { format: 1, at: 0, steps: [{ label: 'x', head: { format: 1 }, files: [] }] }],
])('%s is not a history', ([, value]) => {
  expect(unpackHistory(value)).toBeUndefined()
})

test('a visit continues at the end of the previous visit, with the undone steps', () => {
  const now = { list: [step('Opened', { ...list[2]!.snapshot.files })], at: 0 }
  const both = recalled(now, steps)
  expect(labels(both)).toEqual(['Opened', 'Edit', 'Add', 'Delete'])
  expect(both.at).toBe(2)
  expect(both.list[2]?.snapshot).toBe(now.list[0]?.snapshot)
})

test('a change made before the history has loaded stays on top of it', () => {
  const opened = { list: [step('Opened', { ...list[2]!.snapshot.files })], at: 0 }
  const both = recalled(withStep(opened, step('Typed', {})), steps)
  expect(labels(both)).toEqual(['Opened', 'Edit', 'Add', 'Typed'])
  expect(both.at).toBe(3)
})

test.for([
  ['files', step('Opened', { '/project/z': 'z' })],
  ['parameters', step('Opened', list[2]!.snapshot.files, { parameters: '{"a": 1}' })],
] as const)('a draft that is newer than its history, by its %s, adds one state', ([, opened]) => {
  const both = recalled({ list: [opened], at: 0 }, steps)
  expect(labels(both)).toEqual(['Opened', 'Edit', 'Add', 'Last change'])
  expect(both.at).toBe(3)
})

test('a history whose position is out of range changes nothing', () => {
  const now = { list: [step('Opened', {})], at: 0 }
  expect(recalled(now, { list, at: 9 })).toBe(now)
})
