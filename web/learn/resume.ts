import { Parts } from '#core/answer'
import { isDone, lessonChanges, readLesson, type Lesson, type LessonTicks } from '#core/learn'
import type { Drafts } from '../state/drafts.svelte.ts'

/** The number of saved drafts to search for earlier work on a lesson, the newest first. */
const mostSearched = 20

/**
 * The index of the step at which a learner continues a lesson that opens with its first files. Undefined if no step is
 * done, if all are done, or if the done steps change no file.
 */
export function stepToContinue({ steps }: Lesson, ticks: LessonTicks): number | undefined {
  const at = steps.findIndex((step) => !isDone(step, ticks))
  return steps.slice(0, Math.max(0, at)).some(({ question }) => question === null) ? at : undefined
}

/**
 * The ID of the newest saved draft with work on a lesson, in any version of the lesson; undefined if none of the newest
 * `mostSearched` drafts has any.
 */
export async function draftWithWork(drafts: Drafts, lesson: Lesson): Promise<string | undefined> {
  await drafts.refresh()
  const isExample = drafts.origin.kind === 'example'
  const others = drafts.headers.filter(
    ({ id, trashed, origin }) => !trashed && id !== drafts.id && (origin.kind === 'example') === isExample,
  )
  for (const { id } of others.toSorted((a, b) => b.edited_at - a.edited_at).slice(0, mostSearched)) {
    const text = (await drafts.load(id))?.snapshot.lesson
    if (text !== undefined && readLesson('lesson.yaml', text, new Parts()).lesson?.id === lesson.id) return id
  }
  return undefined
}

/** The changes to a lesson since the version in a saved draft; empty if that version is not readable. */
export function newsOf(former: string | undefined, lesson: Lesson): readonly string[] {
  const before = former === undefined ? null : readLesson('lesson.yaml', former, new Parts()).lesson
  return before ? lessonChanges(before, lesson) : []
}
