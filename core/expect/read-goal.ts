import { purePorts } from '../input/host.ts'
import { limits } from '../limits.ts'
import type { Located } from '../read/located.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { sortedJson } from '../read/value/sorted-json.ts'
import { checkPythonPattern, PatternProblem } from '../text/pattern/python.ts'
import { WorkBudget, WorkLimit } from '../work-budget.ts'
import { capital, Fields } from './fields.ts'
import { hashLength } from './goal.ts'
import { pairRules, type Goal, type GoalAssertion, type Lane, type ValueTest } from './goal.ts'
import { goalKeys } from './goal-keys.ts'

const lanes = ['analysis', 'simulated', 'real', 'result'] as const
const tests = ['is', 'contains', 'matches', 'count', 'absent'] as const

/** The valid goals of a step. */
export function readGoals(step: Fields, of: string): readonly Goal[] {
  return step.list('goals', limits.lessonEntries, true).flatMap((node, index) => {
    const goal = readGoal(step, node, `goal ${index + 1} of ${of}`)
    return goal ? [goal] : []
  })
}

function readGoal(step: Fields, node: Located, within: string): Goal | undefined {
  const fields = step.member(node, within, goalKeys)
  if (!fields) return undefined
  const assertion = readAssertion(fields, within)
  return assertion && { ...goalOf(assertion, fields.flag('keep')), at_once: fields.flag('at_once') }
}

/** The goal of an assertion, with the hash that identifies its ticks. */
export function goalOf(assertion: GoalAssertion, keep: boolean): Goal {
  return { ...assertion, keep, at_once: false, hash: goalHash(assertion) }
}

function goalHash(assertion: GoalAssertion): string {
  return purePorts.sha256(sortedJson(assertion as unknown as JsonValue)).slice(0, hashLength)
}

/** The assertion of a goal. The goal has exactly one of the keys at, code, pair and ending. */
export function readAssertion(fields: Fields, within: string): GoalAssertion | undefined {
  const kinds = (['at', 'code', 'pair', 'ending'] as const).filter((key) => fields.has(key))
  const [kind] = kinds
  if (kind === undefined || kinds.length > 1) {
    const has =
      kind === undefined
        ? 'has none of the keys at, code, pair and ending'
        : `has the keys ${kinds.join(' and ')}, which exclude each other`
    fields.complain('missing', `${capital(within)} ${has}.`, 'Write exactly one of at, code, pair, ending.')
    return undefined
  }
  switch (kind) {
    case 'at':
      return readValueGoal(fields, within)
    case 'code':
      return { kind: 'code', code: fields.text('code'), absent: fields.flag('absent') }
    case 'pair':
      return readPairGoal(fields, within)
    case 'ending': {
      const lane = fields.oneOf('in', ['simulated', 'real', 'result']) ?? 'result'
      return { kind: 'ending', lane, ending: fields.text('ending') }
    }
  }
}

function readValueGoal(fields: Fields, within: string): GoalAssertion | undefined {
  const pointer = fields.text('at')
  if (pointer.length > limits.lessonShortText || (pointer !== '' && !pointer.startsWith('/')))
    fields.complain(
      'not-allowed',
      `The pointer of ${within} is not valid.`,
      `Start the pointer with a slash, as in /plan/command, and use at most ${limits.lessonShortText} characters.`,
      'at',
    )
  if (/^\/(?:chain|diagnostics|trace)\/\d+/.test(pointer))
    fields.complain(
      'bare-index',
      `${capital(within)} selects a list member by its index.`,
      'Select the member by name, as in /chain/role:tool/space. The index can change when the list changes.',
      'at',
    )
  const test = readTest(fields, within)
  const lane: Lane = fields.oneOf('in', lanes) ?? 'analysis'
  return test && { kind: 'value', lane, pointer, test }
}

function readTest(fields: Fields, within: string): ValueTest | undefined {
  const given = tests.filter((key) => fields.has(key))
  const [kind] = given
  if (kind === undefined || given.length > 1) {
    fields.complain(
      'missing',
      `${capital(within)} ${kind === undefined ? 'does not test the value' : `has several tests: ${given.join(', ')}`}.`,
      `Write exactly one of ${tests.join(', ')}.`,
    )
    return undefined
  }
  switch (kind) {
    case 'is':
    case 'contains':
      return { kind, value: fields.json(kind) }
    case 'absent':
      if (fields.flag('absent')) return { kind }
      fields.complain(
        'not-allowed',
        `\`absent\` of ${within} is not true.`,
        'Write true. To require a value, write is, contains or matches instead.',
        'absent',
      )
      return undefined
    case 'count': {
      const count = fields.json('count')
      if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return { kind, count }
      fields.complain(
        'wrong-type',
        `\`count\` of ${within} is not a whole number.`,
        'Write the expected number of members.',
        'count',
      )
      return undefined
    }
    case 'matches': {
      const pattern = fields.text('matches')
      const because = patternProblem(pattern)
      if (because === undefined) return { kind, pattern }
      fields.complain(
        'not-allowed',
        `The pattern of ${within} ${because}.`,
        'Write a Python regular expression without backreferences, lookaround, flags or possessive quantifiers.',
        'matches',
      )
      return undefined
    }
  }
}

/** The reason why a string is not a valid goal pattern; undefined for a valid pattern. */
function patternProblem(pattern: string): string | undefined {
  if (pattern.length > limits.lessonShortText) return `has more than ${limits.lessonShortText} characters`
  try {
    checkPythonPattern(pattern, new WorkBudget().share('graph'))
    return undefined
  } catch (fault) {
    if (fault instanceof PatternProblem) return fault.message
    if (fault instanceof WorkLimit) return 'exceeds the work limit'
    throw fault
  }
}

function readPairGoal(fields: Fields, within: string): GoalAssertion | undefined {
  const pair = fields.json('pair')
  const [child, parent] = Array.isArray(pair) ? (pair as readonly JsonValue[]) : []
  const rule = fields.oneOf('rule', pairRules)
  const verdict = fields.oneOf('verdict', ['ok', 'failed', 'warning', 'not-declared'])
  if (typeof child !== 'string' || typeof parent !== 'string') {
    fields.complain(
      'wrong-type',
      `\`pair\` of ${within} is not a list of two item IDs.`,
      'Write [child, parent].',
      'pair',
    )
    return undefined
  }
  if (rule === undefined || verdict === undefined) {
    fields.complain(
      'missing',
      `${capital(within)} does not have a rule and a verdict.`,
      'Write, for example, rule: space and verdict: ok.',
    )
    return undefined
  }
  return { kind: 'pair', child, parent, rule, verdict }
}
