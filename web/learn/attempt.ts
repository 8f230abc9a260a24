import { fileDifferences } from '#core/answer'
import type { Lesson, Step } from '#core/learn'
import type { Snapshot } from '#core/workspace'
import type { FileContent } from '../files/content.ts'
import type { Steps } from '../state/steps.ts'

/** A learner's attempt and the result of "Do it for me". If `done` is true, the attempt is a state in the history. */
export interface Attempt {
  readonly step: Step
  readonly before: Snapshot
  readonly after: Snapshot
  readonly done: boolean
}

/** The start of a lesson and its current draft. */
export interface WholeLesson {
  readonly step?: undefined
  readonly before: Snapshot
  readonly after: Snapshot
}

/** A file or a setting with different values in two drafts. */
interface DifferingText {
  readonly name: string
  readonly before: FileContent | undefined
  readonly after: FileContent | undefined
}

/** The label of "Do it for me" in the draft's history. The state before it is the learner's attempt. */
export function doneLabel({ steps }: Lesson, step: Step): string {
  return `Step ${steps.indexOf(step) + 1} was done for you`
}

/** The label of a restart in the history. Attempts before a restart do not count. */
export const startAgainLabel = 'Start the lesson again'

/** The steps that "Do it for me" completed since the last start, each with the attempt before it. */
export function attemptsIn(lesson: Lesson, { list, at }: Steps): readonly Attempt[] {
  const past = list.slice(0, at + 1)
  const begun = past.findLastIndex(({ label }) => label === startAgainLabel)
  return lesson.steps.flatMap((step): readonly Attempt[] => {
    const index = past.findLastIndex(({ label }) => label === doneLabel(lesson, step))
    const [before, after] = [past[index - 1], past[index]]
    return index > Math.max(begun, 0) && before && after
      ? [{ step, before: before.snapshot, after: after.snapshot, done: true }]
      : []
  })
}

const choices = ['item_id', 'parameters', 'search', 'dialect', 'dev_mode', 'world'] as const
const names = {
  item_id: 'item',
  parameters: 'parameters',
  search: 'search',
  dialect: 'dialect',
  dev_mode: 'dev mode',
  world: 'world',
}

/** The differences between two drafts as pairs of strings for a line diff. Files come first, then settings. */
export function differingTexts(before: Snapshot, after: Snapshot): readonly DifferingText[] {
  const files = fileDifferences(before.files, after.files).map(({ path }) => ({
    name: path,
    before: before.files[path],
    after: after.files[path],
  }))
  const chosen = choices.map((key) => ({ name: names[key], before: asLines(before[key]), after: asLines(after[key]) }))
  return [...files, ...chosen.filter((one) => one.before !== one.after)]
}

/** A setting as text. A nested setting has one line per value. */
function asLines(value: Snapshot[(typeof choices)[number]]): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
