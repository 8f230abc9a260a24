import { Parts } from '#core/answer'
import { readLesson, stepsLackingInEmbed } from '#core/learn'
import type { Snapshot } from '#core/workspace'

/** The reasons why learners cannot finish a lesson in an embed; empty if they can. */
export function embedWarnings(text: string, start: Snapshot): readonly string[] {
  const { lesson } = readLesson('lesson.yaml', text, new Parts())
  const lacks = lesson ? stepsLackingInEmbed(lesson, start) : []
  return lacks.length === 0
    ? []
    : [`Learners cannot finish this lesson in an embed. ${lacks.join(' ')} Share the link instead.`]
}
