import type { ClassOverview, LessonReport } from '../run/class-client.ts'

type StepReport = LessonReport['steps'][number]

/** A lesson in a class: its steps, the learners who worked on it, and their wrong predictions. */
export interface LessonRows {
  readonly title: string
  readonly steps: readonly string[]
  /** The learners, each with a report per step; undefined if the learner's version of the lesson lacks the step. */
  readonly learners: readonly { readonly name: string; readonly steps: readonly (StepReport | undefined)[] }[]
  /** The wrong predictions, the most frequent first. */
  readonly wrong: readonly { readonly step: number; readonly text: string; readonly learners: number }[]
}

const mostWrong = 5

/** The lessons of a class, in the order in which learners reported them. */
export function lessonRows({ learners }: ClassOverview): readonly LessonRows[] {
  const all = learners.flatMap(({ name, reports }) => reports.map((report) => ({ name, report })))
  return [...new Set(all.map(({ report }) => report.lesson))].map((lesson) => {
    const own = all.filter(({ report }) => report.lesson === lesson)
    const steps = [...new Set(own.flatMap(({ report }) => report.steps.map(({ id }) => id)))]
    const rows = own.map(({ name, report }) => ({
      name,
      steps: steps.map((id) => report.steps.find((step) => step.id === id)),
    }))
    return { title: own.at(-1)?.report.title ?? '', steps, learners: rows, wrong: wrongIn(rows) }
  })
}

function wrongIn(learners: LessonRows['learners']): LessonRows['wrong'] {
  const counts = new Map<string, { readonly step: number; readonly text: string; readonly learners: number }>()
  for (const { steps } of learners)
    for (const [at, step] of steps.entries())
      for (const text of step?.wrong ?? []) {
        const key = `${at} ${text}`
        counts.set(key, { step: at + 1, text, learners: (counts.get(key)?.learners ?? 0) + 1 })
      }
  return [...counts.values()].toSorted((a, b) => b.learners - a.learners).slice(0, mostWrong)
}
