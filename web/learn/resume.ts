import { Parts } from '#core/answer'
import type { Snapshot } from '#core/workspace'
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

/** A learner's draft with a new version of its lesson. */
export interface Renewed {
  readonly draft: Snapshot
  /** The changes since the version in the saved draft, for the learner; empty if there are none. */
  readonly news: readonly string[]
}

/**
 * Move a learner's work to a new version of its lesson, which starts with `start`. Parts that the learner has not
 * changed since the `former` start come from the new start. Without the former start, no part counts as unchanged.
 */
export function renewed(work: Snapshot, former: Snapshot | undefined, start: Snapshot, lesson: Lesson): Renewed {
  const parsed = work.lesson === undefined ? null : readLesson('lesson.yaml', work.lesson, new Parts()).lesson
  const news = parsed ? [...lessonChanges(parsed, lesson)] : []
  const files: Record<string, Snapshot['files'][string]> = {}
  for (const path of new Set([...Object.keys(work.files), ...Object.keys(start.files)])) {
    const [mine, was, now] = [work, former, start].map((one) => one?.files[path])
    const isMine = !same(mine, was)
    const text = isMine ? mine : now
    if (text !== undefined) files[path] = text
    if (same(was, now) || same(mine, now) || (isMine && !former)) continue
    const change = was === undefined ? 'is new' : now === undefined ? 'was removed' : 'has changed'
    news.push(isMine ? `${path} ${change} at the start. Your version is unchanged.` : `${path} ${change}.`)
  }
  const keep = former && same(headOf(work), headOf(former)) ? headOf(start) : headOf(work)
  return { draft: { ...start, ...keep, name: work.name, files }, news }
}

/** The item, the parameters and the rules of a draft. */
function headOf({ item_id, parameters, dialect, search, dev_mode, bundle, world = {} }: Snapshot): Partial<Snapshot> {
  return { item_id, parameters, dialect, search, dev_mode, bundle, world }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
