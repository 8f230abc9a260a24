import { limits } from '../limits.ts'
import { dialectNames } from '../rules/dialect.ts'
import { bundleOfDialect } from '../workspace/snapshot/snapshot-workspace.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { applyEdit, statesOf } from './apply-edit.ts'
import type { Edit } from './edit.ts'
import type { Lesson, Step } from './lesson.ts'

/**
 * A draft for which the engine computes an answer. `condition` completes the sentence "This would be correct if ...".
 */
interface QuestionDraft {
  readonly condition: string
  readonly draft: Snapshot
  /** The number of the author's variation, from 1; null for an engine variation. */
  readonly variation: number | null
}

/** The drafts of a question: the draft it asks about, and variations of this draft with other answers. */
export interface QuestionDrafts {
  readonly asked: Snapshot
  readonly others: readonly QuestionDraft[]
}

/**
 * The drafts of a step's question; null for a step without a question, or if an edit does not apply. The author's
 * variations come first, then the engine's variations, the most instructive first.
 */
export function draftsOfQuestion(lesson: Lesson, start: Snapshot, step: Step): QuestionDrafts | null {
  if (!step.question) return null
  const before = statesOf(lesson, start)[lesson.steps.indexOf(step)] ?? start
  const { suppose, variations } = step.question
  const asked = changed(before, suppose)
  if (!asked) return null
  const own = variations.flatMap(({ condition, edit }, index): readonly QuestionDraft[] => {
    const draft = changed(asked, edit)
    return draft ? [{ condition, draft, variation: index + 1 }] : []
  })
  if (own.length < variations.length) return null
  const unchanged = suppose ? [variation('nothing changed', before)] : []
  const derived = [...userFirst(asked), ...unchanged, ...variationsOf(asked)].slice(0, limits.lessonVariations)
  return { asked, others: [...own, ...derived] }
}

function changed(draft: Snapshot, edit: Edit | null): Snapshot | null {
  if (!edit) return draft
  const edited = applyEdit(draft, edit)
  return edited.kind === 'changed' ? edited.snapshot : null
}

function variation(condition: string, draft: Snapshot): QuestionDraft {
  return { condition, draft, variation: null }
}

/** Variations by common misconceptions: a setting, missing parameters, a dialect, or a missing file. */
function variationsOf(draft: Snapshot): readonly QuestionDraft[] {
  const otherSearch = draft.search === 'scoped' ? 'global' : 'scoped'
  return [
    variation(`the search were ${otherSearch}`, { ...draft, search: otherSearch }),
    ...withoutParameters(draft),
    variation(`dev mode were ${draft.dev_mode ? 'off' : 'on'}`, { ...draft, dev_mode: !draft.dev_mode }),
    ...otherDialects(draft),
    ...withoutOneFile(draft),
  ]
}

const project = '/project/.ai/'

/** The draft as if the user space came before the project: it ignores each project file that the user space has too. */
function userFirst(draft: Snapshot): readonly QuestionDraft[] {
  const files = Object.entries(draft.files)
  const ids = new Set(files.filter(([path]) => path.startsWith('/user/.ai/')).map(([path]) => stem(path)))
  const kept = files.filter(([path]) => !path.startsWith(project) || !ids.has(stem(path)))
  return kept.length < files.length
    ? [variation('the user space came before the project', { ...draft, files: Object.fromEntries(kept) })]
    : []
}

/** The path of a file in its space, without its extension. */
function stem(path: string): string {
  return path.replace(/^\/(?:project|user)\//, '').replace(/\.[^./]*$/, '')
}

function withoutParameters(draft: Snapshot): readonly QuestionDraft[] {
  return draft.parameters.replaceAll(/\s/g, '') === '{}'
    ? []
    : [variation('the caller passed no parameters', { ...draft, parameters: '{}' })]
}

function otherDialects(draft: Snapshot): readonly QuestionDraft[] {
  return dialectNames
    .filter((dialect) => dialect !== draft.dialect)
    .map((dialect) => variation(`the dialect were ${dialect}`, { ...draft, dialect, bundle: bundleOfDialect[dialect] }))
}

function withoutOneFile(draft: Snapshot): readonly QuestionDraft[] {
  const paths = Object.keys(draft.files).sort()
  return paths.map((path) => {
    const files = Object.fromEntries(Object.entries(draft.files).filter(([one]) => one !== path))
    return variation(`\`${path}\` did not exist`, { ...draft, files })
  })
}
