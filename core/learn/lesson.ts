import type { Goal } from '../expect/goal.ts'
import type { Edit } from './edit.ts'
import type { Question } from './question.ts'

/** A lesson as its file declares it (`examples/README.md`): the text to read, and steps with goals. */
export interface Lesson {
  /** The key of the learner's progress. It stays the same when the text changes. */
  readonly id: string
  readonly chapter: string
  readonly title: string
  /** Supports paragraphs, numbered lists, `**strong**` and `code`. */
  readonly text: string
  /** The skills that the lesson teaches, one line each. */
  readonly learned: readonly string[]
  readonly steps: readonly Step[]
  /** The routes that test the lesson. The lessons of `examples/` keep them in a separate file. */
  readonly routes?: Routes
}

/** Routes that test a lesson: some must pass it, and near misses must not. */
export interface Routes {
  readonly passes: readonly Route[]
  readonly fails: readonly Route[]
}

export interface Route {
  readonly about: string
  /** The edits of the start draft, in order. */
  readonly edits: readonly Edit[]
  /** For a near miss, the ID of the first step that is not done at the end; otherwise null. */
  readonly stops_at: string | null
}

/**
 * The kinds of a step: a change to the draft, a prediction of a result, parts to put in order, or a draft to build from
 * nothing.
 */
export const stepKinds = ['do', 'predict', 'order', 'build'] as const

export interface Step {
  readonly id: string
  readonly kind: (typeof stepKinds)[number]
  readonly text: string
  readonly hint: string | null
  readonly goals: readonly Goal[]
  /** The question of a `predict` or `order` step; null for the other kinds, which have goals instead. */
  readonly question: Question | null
  /** The place that "Show me where" points to; null without one. */
  readonly reveal: Reveal | null
  /** The edit that "Do it" applies; null without one. */
  readonly edit: Edit | null
  /** Whether the step is about quick fixes. The page offers none during other steps, because one could solve them. */
  readonly fixes: boolean
}

/** The choices next to the item that change how the chain is resolved. */
export const ruleNames = ['dialect', 'search', 'dev_mode'] as const

/**
 * A place in the page: in a file, at a value of the analysis, at an answer under the chain, or at a choice next to the
 * item.
 */
export type Reveal =
  | { readonly kind: 'file'; readonly path: string; readonly find: string | null }
  | { readonly kind: 'value'; readonly pointer: string }
  | { readonly kind: 'answer'; readonly answer: string }
  | { readonly kind: 'rule'; readonly rule: (typeof ruleNames)[number] }
