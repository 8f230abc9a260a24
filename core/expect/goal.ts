import type { JsonValue } from '../read/value/encode.ts'
import type { Verdict } from '../trace.ts'

/** Number of hex digits in a tick: enough to distinguish the goals and questions of one step. */
export const hashLength = 8

/** The data that a goal checks: the analysis, the simulated result, the real result, or any available result. */
export type Lane = 'analysis' | 'simulated' | 'real' | 'result'

/** One assertion. Any way to fulfill it is accepted. */
export type Goal = GoalAssertion & {
  /** Whether the tick disappears when the goal no longer passes. */
  readonly keep: boolean
  /** Whether the goal is ticked at once, even while the user types and the file has syntax errors. */
  readonly at_once: boolean
  /** The hash of the assertion, in hex digits. A tick is valid only for the assertion with this hash. */
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

/** The pair rules that a goal can require (R4). */
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

/** Whether a goal requires a value to be present. Other goals also pass in an empty workspace. */
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
