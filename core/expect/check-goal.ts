import type { Analysis, PlacedRange } from '../answer/analysis.ts'
import { limits } from '../limits.ts'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { jsonParts } from '../read/value/entries.ts'
import { isDict, isList, pyFloat, PyFloat, PyTuple, type Value } from '../read/value/value.ts'
import type { ExecutionResult } from '../run/result.ts'
import { canonicalJson } from '../trust/integrity/canonical.ts'
import { isFoundInPython, PatternProblem } from '../text/pattern/python.ts'
import { goalInWords, shownValue } from './goal-words.ts'
import type { EndingGoal, GoalAssertion, Lane, PairGoal, ValueGoal, ValueTest } from './goal.ts'
import { placeOfCode, placeOfError, placeOfPair, placeOfValue } from './place-of-goal.ts'
import { select, type Selected } from './select.ts'

/** The input for checking goals: the analysis of a draft, and the results of its current plan. */
export interface Evidence {
  readonly analysis: Analysis
  readonly simulated?: ExecutionResult | undefined
  readonly real?: ExecutionResult | undefined
}

/** Whether a goal passes, with the expected value, the actual value and its source. */
export interface GoalVerdict {
  readonly holds: boolean
  readonly wanted: string
  readonly found: string
  readonly where: PlacedRange | null
  /** The plain JSON pointer of the checked value, for "why?"; null without a value. */
  readonly pointer: string | null
}

/** Checks one goal against the evidence. */
export function checkGoal(goal: GoalAssertion, evidence: Evidence): GoalVerdict {
  return { wanted: goalInWords(goal), where: null, pointer: null, ...verdictOn(goal, evidence) }
}

type Finding = Pick<GoalVerdict, 'holds' | 'found'> & Partial<GoalVerdict>

function verdictOn(goal: GoalAssertion, evidence: Evidence): Finding {
  const { analysis } = evidence
  switch (goal.kind) {
    case 'value':
      return checkValue(goal, evidence)
    case 'code': {
      const isPresent = analysis.diagnostics.some(({ code }) => code === goal.code)
      const others = [...new Set(analysis.diagnostics.filter((one) => one.severity !== 'hint').map(({ code }) => code))]
      const found = isPresent ? goal.code : others.length === 0 ? 'no problem' : others.join(', ')
      return { holds: isPresent !== goal.absent, found, where: placeOfCode(analysis, goal.code) }
    }
    case 'pair':
      return checkPair(goal, analysis)
    case 'ending':
      return checkEnding(goal, evidence)
  }
}

function checkPair(goal: PairGoal, analysis: Analysis): Finding {
  const { chain, validation } = analysis
  const pair = validation?.pairs.find(
    ({ child, parent }) => chain[child]?.item_id === goal.child && chain[parent]?.item_id === goal.parent,
  )
  if (!pair)
    return {
      holds: false,
      found: `the chain ${chain.map(({ item_id }) => item_id).join(' → ') || 'is empty'}`,
      where: placeOfError(analysis),
    }
  return {
    holds: pair[goal.rule] === goal.verdict,
    found: pair[goal.rule],
    where: placeOfPair(analysis, goal),
  }
}

const noResult = 'no run with this plan yet'

/** The results of a lane; the analysis is not a result. */
function resultsOf({ simulated, real }: Evidence, lane: Exclude<Lane, 'analysis'>): readonly ExecutionResult[] {
  const asked = { simulated: [simulated], real: [real], result: [simulated, real] }[lane]
  return asked.filter((result) => result !== undefined)
}

function checkEnding(goal: EndingGoal, evidence: Evidence): Finding {
  const results = resultsOf(evidence, goal.lane)
  const found = results.map(({ ending }) => ending.kind)
  return { holds: found.some((kind) => kind === goal.ending), found: found.join(', ') || noResult }
}

function checkValue(goal: ValueGoal, evidence: Evidence): Finding {
  if (goal.lane === 'analysis') {
    const selected = select(evidence.analysis, goal.pointer)
    return { ...heldAgainst(goal.test, selected), ...placeOfValue(evidence.analysis, selected?.pointer) }
  }
  const findings = resultsOf(evidence, goal.lane).map((result) => heldAgainst(goal.test, select(result, goal.pointer)))
  return findings.find(({ holds }) => holds) ?? findings[0] ?? { holds: false, found: noResult }
}

function heldAgainst(test: ValueTest, selected: Selected | undefined): Finding {
  if (!selected) return { holds: test.kind === 'absent', found: 'nothing' }
  return { holds: holds(test, selected.value), found: shownValue(selected.value) }
}

function holds(test: ValueTest, value: JsonValue): boolean {
  switch (test.kind) {
    case 'is':
      return isSame(value, test.value)
    case 'contains':
      return contains(value, test.value)
    case 'matches':
      return typeof value === 'string' && isMatched(test.pattern, value)
    case 'absent':
      return false
    case 'count':
      return membersOf(value)?.length === test.count
  }
}

function contains(value: JsonValue, part: JsonValue): boolean {
  if (typeof value === 'string') return typeof part === 'string' && value.includes(part)
  const [whole, wanted] = [jsonParts(value), jsonParts(part)]
  if (whole.kind === 'list') return whole.items.some((member) => isSame(member, part))
  if (whole.kind !== 'mapping' || wanted.kind !== 'mapping') return false
  const members = new Map(whole.entries)
  return wanted.entries.every(([name, item]) => members.has(name) && isSame(members.get(name) ?? null, item))
}

function membersOf(value: JsonValue): readonly unknown[] | undefined {
  const parts = jsonParts(value)
  if (parts.kind === 'leaf') return undefined
  return parts.kind === 'list' ? parts.items : parts.entries
}

/**
 * Whether two JSON values are equal, regardless of key order; `1` and `1.0` differ. Lessons are YAML, so floats are
 * compared as doubles, as in Python.
 */
function isSame(a: JsonValue, b: JsonValue): boolean {
  return canonicalJson(rounded(decodeValue(a))) === canonicalJson(rounded(decodeValue(b)))
}

/** A copy of a value with each float rounded to a double. */
function rounded(value: Value): Value {
  if (value instanceof PyFloat) return pyFloat(value.value)
  if (isList(value)) return value.map(rounded)
  if (value instanceof PyTuple) return value.items.map(rounded)
  return isDict(value) ? new Map([...value].map(([key, item]) => [key, rounded(item)])) : value
}

/**
 * Whether a pattern matches a string. `readLesson` rejects invalid patterns; a pattern that takes too many steps does
 * not match.
 */
function isMatched(pattern: string, text: string): boolean {
  try {
    return isFoundInPython(pattern, text.slice(0, limits.lessonMatchedText))
  } catch (fault) {
    if (fault instanceof PatternProblem) return false
    throw fault
  }
}
