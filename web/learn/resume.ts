import { Parts } from '#core/answer'
import { isDone, lessonChanges, readLesson, type Lesson, type LessonTicks } from '#core/learn'
import type { Drafts } from '../state/drafts.svelte.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { pageProgress, progressName } from '../state/progress-store.ts'

/** The number of saved drafts to search for earlier work on a lesson, the newest first. */
const mostSearched = 20

/**
 * The index of the step at which a learner continues a lesson that opens with its first files; the number of steps if
 * all are done. Undefined if no step precedes it, or if only questions precede it.
 */
export function stepToContinue({ steps }: Lesson, ticks: LessonTicks): number | undefined {
  const open = steps.findIndex((step) => !isDone(step, ticks))
  const at = open === -1 ? steps.length : open
  return steps.slice(0, at).some(({ question }) => question === null) ? at : undefined
}

/** Offer to continue the lesson in the last edited draft, if the learner has not completed it. */
export async function offerToContinue({ drafts, draft, view }: Playground): Promise<void> {
  const last = await drafts.lastClosed()
  const record = last && (await drafts.load(last.id))
  const text = record?.snapshot.lesson
  const lesson = text === undefined ? null : readLesson('lesson.yaml', text, new Parts()).lesson
  if (!record || !lesson || view.notice) return
  const at = stepToContinue(lesson, pageProgress(false).ticksOf(progressName(lesson.id, record.origin)))
  if (at === undefined || at === lesson.steps.length) return
  view.say({
    text: 'You have not completed your last lesson.',
    tone: 'calm',
    stays: true,
    action: { title: wordsToContinue(lesson, at), run: () => void draft.openKept(record.id) },
  })
}

/** The label of the button that continues a lesson at a step. */
export function wordsToContinue({ title, steps }: Lesson, at: number): string {
  return at === steps.length ? 'Open my completed draft' : `Continue: ${title}, step ${at + 1} of ${steps.length}`
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
