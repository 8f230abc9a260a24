import type { ClassOverview, ClassReport } from '../run/class-client.ts'

/** A lesson in a class: its steps, the learners who work on it, and their wrong predictions. */
export interface LessonRows {
  readonly title: string
  readonly steps: readonly string[]
  readonly learners: readonly { readonly name: string; readonly report: ClassReport }[]
  /** The wrong predictions, the most frequent first. */
  readonly wrong: readonly { readonly step: number; readonly text: string; readonly learners: number }[]
}

const mostWrong = 5

/** The lessons of a class, in the order in which learners reported them. */
export function lessonRows({ learners }: ClassOverview): readonly LessonRows[] {
  const working = learners.flatMap(({ name, report }) => (report && report.lesson !== '' ? [{ name, report }] : []))
  const ids = [...new Set(working.map(({ report }) => report.lesson))]
  return ids.flatMap((id) => {
    const own = working.filter(({ report }) => report.lesson === id)
    const [first] = own
    if (!first) return []
    const steps = first.report.steps.map((step) => step.id)
    return [{ title: first.report.title, steps, learners: own, wrong: wrongIn(steps, own) }]
  })
}

function wrongIn(steps: readonly string[], learners: LessonRows['learners']): LessonRows['wrong'] {
  const counts = new Map<string, { readonly step: number; readonly text: string; readonly learners: number }>()
  for (const { report } of learners)
    for (const { id, wrong } of report.steps)
      for (const text of wrong) {
        const key = `${id} ${text}`
        const step = steps.indexOf(id) + 1
        counts.set(key, { step, text, learners: (counts.get(key)?.learners ?? 0) + 1 })
      }
  return [...counts.values()].toSorted((a, b) => b.learners - a.learners).slice(0, mostWrong)
}
