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

/** The comparison of the draft at the start of a lesson with the current draft. */
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

/** The history label of a state that "Do it for me" made. The state before that one is the learner's attempt. */
export function doneLabel({ steps }: Lesson, step: Step): string {
  return `Step ${steps.indexOf(step) + 1} was done for you`
}

/** The history label of a restarted lesson. Attempts before the restart do not count. */
export const startAgainLabel = 'Start the lesson again'

/** The steps that "Do it for me" completed since the last restart, each with the learner's attempt. */
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
