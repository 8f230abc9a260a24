import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Lesson, Step } from './lesson.ts'
import type { FileEdit } from './edit.ts'
import { asksForResult } from './try-lesson.ts'

/** The answers that an embed shows. */
export const embeddedAnswers = ['command', 'problems', 'parameters'] as const

/** A page part that a step requires and an embed does not have. */
type EmbedLack = 'run' | 'files' | 'settings' | 'answer'

const words: Readonly<Record<EmbedLack, string>> = {
  run: 'requires a run',
  files: 'requires a new, moved or deleted file',
  settings: 'requires a change of a setting, the item or the world',
  answer: 'points to an answer that an embed does not show',
}

/** The steps that a learner cannot do by hand in an embed, each as a sentence for the author of the lesson. */
export function stepsLackingInEmbed({ steps }: Lesson, { files }: Snapshot): readonly string[] {
  return steps.flatMap((step, index) => {
    const lack = lackOf(step, files)
    return lack ? [`Step ${index + 1} ${words[lack]}.`] : []
  })
}

function lackOf({ kind, goals, question, edit, reveal }: Step, files: Snapshot['files']): EmbedLack | undefined {
  const isTyped = (file: FileEdit): boolean =>
    file.kind === 'replace' || (file.kind === 'write' && Object.hasOwn(files, file.path))
  if (kind === 'build') return 'files'
  if (goals.some(asksForResult) || question?.ask.kind === 'output') return 'run'
  if (edit?.files.every(isTyped) === false) return 'files'
  if (edit && Object.keys(edit).some((key) => key !== 'files' && key !== 'parameters')) return 'settings'
  const isShown = reveal?.kind !== 'answer' || embeddedAnswers.some((one) => one === reveal.answer)
  return isShown ? undefined : 'answer'
}
