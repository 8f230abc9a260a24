import type { DialectName } from '../rules/dialect.ts'
import type { JsonValue } from '../read/value/encode.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Verdict } from '../trace.ts'

/** A lesson as its file declares it (`examples/README.md`): what to read, and steps that know when they are done. */
export interface Lesson {
  /** The key of the learner's progress; it stays the same when the text changes. */
  readonly id: string
  readonly chapter: string
  readonly title: string
  /** Paragraphs, numbered lists, `**strong**` and `code`. */
  readonly text: string
  /** The knowledge gained, one line each. */
  readonly learned: readonly string[]
  readonly steps: readonly Step[]
  /** The routes that its author tests it with; the lessons of `examples/` keep them in a separate file. */
  readonly routes?: Routes
}

/** Test drafts of a lesson: routes that must pass it, and near misses that must not. */
export interface Routes {
  readonly passes: readonly Route[]
  readonly fails: readonly Route[]
}

export interface Route {
  readonly about: string
  /** Changes of the start, in turn. */
  readonly edits: readonly Edit[]
  /** For a near miss: the first step that is not done at its end. */
  readonly stops_at: string | null
}

export interface Step {
  readonly id: string
  readonly text: string
  readonly hint: string | null
  readonly goals: readonly Goal[]
  /** The place that "Show me where" reveals. */
  readonly reveal: Reveal | null
  /** The edit that "Do it" applies. */
  readonly edit: Edit | null
}

/** The choices next to the item: the rules for reading the chain. */
export const ruleNames = ['dialect', 'search', 'dev_mode'] as const

/** A place of the page: in a file, at a value of the analysis, an answer under the chain, or a choice next to the item. */
export type Reveal =
  | { readonly kind: 'file'; readonly path: string; readonly find: string | null }
  | { readonly kind: 'value'; readonly pointer: string }
  | { readonly kind: 'answer'; readonly answer: string }
  | { readonly kind: 'rule'; readonly rule: (typeof ruleNames)[number] }

/** A change of a draft: it edits, and never runs anything or grants trust. */
export interface Edit {
  readonly files: readonly FileEdit[]
  readonly item_id?: string
  readonly parameters?: string
  readonly search?: Snapshot['search']
  readonly dialect?: DialectName
  readonly dev_mode?: boolean
  readonly world?: Snapshot['world']
}

export type FileEdit =
  | { readonly kind: 'replace'; readonly path: string; readonly find: string; readonly put: string }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }

/** The data a goal checks: the analysis, the simulated result, the real result, or whichever result exists. */
export type Lane = 'analysis' | 'simulated' | 'real' | 'result'

/** One assertion, so that every route to it counts. */
export type Goal = GoalAssertion & {
  /** It unticks when it no longer holds. */
  readonly keep: boolean
  /** Eight hex digits of the assertion: a tick is of this assertion and of no other. */
  readonly hash: string
}

export type GoalAssertion = ValueGoal | CodeGoal | PairGoal | EndingGoal

export interface ValueGoal {
  readonly kind: 'value'
  readonly lane: Lane
  readonly pointer: string
  readonly test: ValueTest
}

export type ValueTest =
  | { readonly kind: 'is'; readonly value: JsonValue }
  | { readonly kind: 'contains'; readonly value: JsonValue }
  | { readonly kind: 'matches'; readonly pattern: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'count'; readonly count: number }

interface CodeGoal {
  readonly kind: 'code'
  readonly code: string
  readonly absent: boolean
}

/** The rules of a pair that a goal can ask for (R4). */
export const pairRules = ['space', 'io', 'version'] as const

export interface PairGoal {
  readonly kind: 'pair'
  readonly child: string
  readonly parent: string
  readonly rule: (typeof pairRules)[number]
  readonly verdict: Verdict
}

export interface EndingGoal {
  readonly kind: 'ending'
  readonly lane: Exclude<Lane, 'analysis'>
  readonly ending: string
}

/** Whether a goal asks for something that is there: what only forbids also holds in an empty workspace. */
export function isPositive(goal: GoalAssertion): boolean {
  if (goal.kind === 'code') return !goal.absent
  if (goal.kind !== 'value') return true
  const { test } = goal
  return (
    test.kind !== 'absent' &&
    !(test.kind === 'count' && test.count === 0) &&
    !(test.kind === 'is' && test.value === null)
  )
}
