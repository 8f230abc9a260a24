import { purePorts } from '../input/host.ts'
import { limits } from '../limits.ts'
import type { Located } from '../read/located.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { sortedJson } from '../read/value/sorted-json.ts'
import { checkPythonPattern, PatternProblem } from '../text/pattern/python.ts'
import { WorkBudget, WorkLimit } from '../work-budget.ts'
import { Fields } from './fields.ts'
import { pairRules, type Goal, type GoalAssertion, type Lane, type ValueTest } from './lesson.ts'
import { goalKeys } from './schema.ts'

const lanes = ['analysis', 'simulated', 'real', 'result'] as const
const tests = ['is', 'contains', 'matches', 'count', 'absent'] as const
const hashLength = 8

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
  return assertion && goalOf(assertion, fields.flag('keep'))
}

/** The goal of an assertion, with the hash that identifies its ticks. */
export function goalOf(assertion: GoalAssertion, keep: boolean): Goal {
  return { ...assertion, keep, hash: goalHash(assertion) }
}

function goalHash(assertion: GoalAssertion): string {
  return purePorts.sha256(sortedJson(assertion as unknown as JsonValue)).slice(0, hashLength)
}

function readAssertion(fields: Fields, within: string): GoalAssertion | undefined {
  const kinds = (['at', 'code', 'pair', 'ending'] as const).filter((key) => fields.has(key))
  const [kind] = kinds
  if (kind === undefined || kinds.length > 1) {
    const has = kind === undefined ? 'says not what it looks at' : `looks at ${kinds.join(' and ')} at once`
    fields.complain('missing', `The ${within} ${has}.`, 'Write exactly one of at, code, pair, ending.')
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
      `The pointer of ${within} cannot be followed.`,
      'Begin it with a slash, as in /plan/command.',
      'at',
    )
  if (/^\/(?:chain|diagnostics|trace)\/\d+/.test(pointer))
    fields.complain(
      'bare-index',
      `The ${within} counts the members of a list.`,
      'A route with one more member fails. Choose by name, as in /chain/role:tool/space.',
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
      `The ${within} ${kind === undefined ? 'asks for nothing' : 'asks for several things'}.`,
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
        `\`absent\` of ${within} can only be true.`,
        'To ask for a value, write is, contains or matches.',
        'absent',
      )
      return undefined
    case 'count': {
      const count = fields.json('count')
      if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return { kind, count }
      fields.complain(
        'wrong-type',
        `\`count\` of ${within} is not a whole number.`,
        'Write how many there are.',
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
        'Patterns are those of Python, without groups that are looked back at.',
        'matches',
      )
      return undefined
    }
  }
}

/** The reason why a text is not a valid goal pattern; undefined for a valid one. */
function patternProblem(pattern: string): string | undefined {
  if (pattern.length > limits.lessonShortText) return `has more than ${limits.lessonShortText} characters`
  try {
    checkPythonPattern(pattern, new WorkBudget().share('graph'))
    return undefined
  } catch (fault) {
    if (fault instanceof PatternProblem) return fault.message
    if (fault instanceof WorkLimit) return 'takes too much work'
    throw fault
  }
}

function readPairGoal(fields: Fields, within: string): GoalAssertion | undefined {
  const pair = fields.json('pair')
  const [child, parent] = Array.isArray(pair) ? (pair as readonly JsonValue[]) : []
  const rule = fields.oneOf('rule', pairRules)
  const verdict = fields.oneOf('verdict', ['ok', 'failed', 'warning', 'not-declared'])
  if (typeof child !== 'string' || typeof parent !== 'string') {
    fields.complain('wrong-type', `\`pair\` of ${within} is not two item ids.`, 'Write [child, parent].', 'pair')
    return undefined
  }
  if (rule === undefined || verdict === undefined) {
    fields.complain(
      'missing',
      `The ${within} needs a rule and its verdict.`,
      'Write rule: space and verdict: ok, for example.',
    )
    return undefined
  }
  return { kind: 'pair', child, parent, rule, verdict }
}
