import { Parts } from '#core/answer'
import { readLesson, stepStates, type LessonTicks, type Progress } from '#core/learn'
import { dialects } from '#core/rules'
import { loadExample, type ExampleFiles, type GalleryRow, type ListedExample } from './examples.ts'

/** All examples in teaching order: the first examples, then lessons by chapter. */
export async function loadGallery(): Promise<readonly GalleryRow[]> {
  const { gallery } = await import('virtual:gallery')
  return gallery.map(withRoles).sort((a, b) => a.order - b.order)
}

/** Add the role of each chain element: a primitive of the dialect, the tool at the head, or otherwise a runtime. */
export function withRoles(listed: ListedExample): GalleryRow {
  const { builtin, bySegment } = dialects[listed.dialect]
  const isPrimitive = (id: string): boolean => builtin.has(id) || bySegment.has(id.slice(id.lastIndexOf('/') + 1))
  const chain = listed.chain.map((element, at) => {
    const role = isPrimitive(element.id) ? ('primitive' as const) : at === 0 ? ('tool' as const) : ('runtime' as const)
    return { ...element, role }
  })
  return { ...listed, chain }
}

/**
 * Whether an example matches a query. Each word in the query must occur in its row or in `texts`, the searchable text
 * from `textsOf`.
 */
export function fits(row: GalleryRow, query: string, texts = ''): boolean {
  const { title, text, dialect, item_id, chain, codes, lesson } = row
  const ids = chain.map(({ id }) => id)
  const own = [title, text, dialect, item_id, lesson?.chapter ?? '', ...row.tags, ...codes, ...ids]
  const said = [...own, texts].join('\n').toLowerCase()
  return wordsOf(query).every((word) => said.includes(word))
}

function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/)
}

/** The searchable text of an example: its files with their paths, its parameters, and its lesson, including goals. */
export function textsOf({ about, files, lesson }: ExampleFiles): string {
  const parts = { ...files, parameters: about.parameters, lesson: lesson ?? about.text ?? '' }
  return Object.entries(parts)
    .map(([name, text]) => `${fileMark}${name}\n${text}`)
    .join('\n')
}

/** The marker before the name of each part of the searchable text. */
const fileMark = '\u0000'

/**
 * The names of the parts of a searchable text that contain any query word. A file's name is given without its folder.
 */
export function placesOf(texts: string, query: string): readonly string[] {
  return texts
    .split(fileMark)
    .filter((text) => text !== '' && wordsOf(query).some((word) => text.toLowerCase().includes(word)))
    .map((text) => text.slice(0, text.indexOf('\n')).split('/').at(-1) ?? '')
}

/** The searchable text of each example by slug, loaded for the first search. */
export async function loadTexts(rows: readonly GalleryRow[]): Promise<Readonly<Record<string, string>>> {
  const loaded = await Promise.all(rows.map(async ({ slug }) => [slug, await loadExample(slug)] as const))
  return Object.fromEntries(loaded.flatMap(([slug, example]) => (example ? [[slug, textsOf(example)] as const] : [])))
}

/** The progress in a lesson. */
export interface StepCount {
  readonly done: number
  /** The number of steps that were completed in an earlier version of the lesson and have changed since. */
  readonly changed: number
  /** The number of done steps that "Do it for me" completed. */
  readonly helped: number
}

/** The progress in each started lesson, by slug. Loads these lessons, because ticks belong to goals. */
export async function stepCounts(
  rows: readonly GalleryRow[],
  { lessons }: Progress,
): Promise<Readonly<Record<string, StepCount>>> {
  const begun = rows.flatMap(({ slug, lesson }) => {
    const ticks = lesson && Object.hasOwn(lessons, lesson.id) ? lessons[lesson.id] : undefined
    return ticks ? [{ slug, ticks }] : []
  })
  const all = await Promise.all(
    begun.map(async ({ slug, ticks }) => [slug, stepCount((await loadExample(slug))?.lesson, ticks)] as const),
  )
  return Object.fromEntries(all)
}

/** The progress in a lesson with these ticks. */
export function stepCount(text: string | undefined, ticks: LessonTicks): StepCount {
  const lesson = text === undefined ? null : readLesson('lesson.yaml', text, new Parts()).lesson
  const states = lesson ? stepStates(lesson, ticks, undefined) : []
  return {
    done: states.filter(({ done }) => done).length,
    changed: states.filter(({ formerly }) => formerly).length,
    helped: states.filter(({ done, helped }) => done && helped).length,
  }
}

/** Lesson progress as text that learners can send to their teacher, with one line per lesson that has a done step. */
export function progressText(rows: readonly GalleryRow[], counts: Readonly<Record<string, StepCount>>): string {
  const lines = rows.flatMap(({ slug, title, lesson }) => {
    const { done = 0, helped = 0 } = counts[slug] ?? {}
    const forYou = helped > 0 ? `, ${helped} done for me` : ''
    return lesson && done > 0 ? [`${title}: ${done} of ${lesson.steps} steps done${forYou}`] : []
  })
  return lines.length > 0 ? lines.join('\n') : 'No steps done.'
}

/** Estimated minutes for an example, at least 2: reading time plus one minute per step (one minute without steps). */
export function minutesOf({ words, lesson }: GalleryRow): number {
  const wordsAMinute = 150
  return Math.max(2, Math.ceil(words / wordsAMinute + (lesson?.steps ?? 1)))
}
