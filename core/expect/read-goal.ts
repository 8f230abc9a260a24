import { purePorts } from '../input/host.ts'
import { capital, type Fields } from '../read/fields.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { sortedJson } from '../read/value/sorted-json.ts'
import { checkPythonPattern, PatternProblem } from '../text/pattern/python.ts'
import { WorkBudget, WorkLimit } from '../work-budget.ts'
import { hashLength } from './goal.ts'
import { pairRules, type Goal, type GoalAssertion, type ValueTest } from './goal.ts'

const tests = ['is', 'contains', 'matches', 'count', 'absent'] as const

/** The valid goals of a step. */
export function readGoals(step: Fields, of: string): readonly Goal[] {
  return step
    .members('goals', (number) => `goal ${number} of ${of}`)
    .flatMap(({ fields, within }) => {
      const assertion = readAssertion(fields, within)
      return assertion ? [{ ...goalOf(assertion, fields.flag('keep')), at_once: fields.flag('at_once') }] : []
    })
}

/** The goal of an assertion, with the hash that identifies its ticks. */
export function goalOf(assertion: GoalAssertion, keep: boolean): Goal {
  return { ...assertion, keep, at_once: false, hash: goalHash(assertion) }
}

function goalHash(assertion: GoalAssertion): string {
  return purePorts.sha256(sortedJson(assertion as unknown as JsonValue)).slice(0, hashLength)
}

/** The assertion of a goal; undefined, with a problem, if the goal is not valid. */
export function readAssertion(fields: Fields, within: string): GoalAssertion | undefined {
  const [kind] = fields.forms
  switch (kind) {
    case 'at':
      return readValueGoal(fields, within)
    case 'code':
      return { kind, code: fields.text('code'), absent: fields.flag('absent') }
    case 'pair':
      return readPairGoal(fields)
    case 'ending':
      return {
        kind,
        lane: fields.oneOf('in', ['simulated', 'real', 'result']) ?? 'result',
        ending: fields.text('ending'),
      }
    default:
      return undefined
  }
}

function readValueGoal(fields: Fields, within: string): GoalAssertion | undefined {
  const pointer = fields.text('at')
  if (/^\/(?:chain|diagnostics|trace)\/\d+/.test(pointer))
    fields.complain(
      'bare-index',
      `${capital(within)} selects a list member by its index.`,
      'Select the member by name, as in /chain/role:tool/space. The index can change when the list changes.',
      'at',
    )
  const test = readTest(fields, within)
  const lane = fields.oneOf('in', ['analysis', 'simulated', 'real', 'result']) ?? 'analysis'
  return test && { kind: 'value', lane, pointer, test }
}

function readTest(fields: Fields, within: string): ValueTest | undefined {
  const kind = tests.find((one) => fields.forms.includes(one))
  switch (kind) {
    case 'is':
    case 'contains':
      return { kind, value: fields.json(kind) }
    case 'absent':
      return { kind }
    case 'count': {
      const count = fields.value('count')
      return typeof count === 'number' ? { kind, count } : undefined
    }
    case 'matches': {
      const pattern = fields.textIfAny('matches')
      const because = pattern === null ? undefined : patternProblem(pattern)
      if (because === undefined) return pattern === null ? undefined : { kind, pattern }
      fields.complain(
        'not-allowed',
        `The pattern of ${within} ${because}.`,
        'Write a Python regular expression without backreferences, lookaround or possessive quantifiers, and with flags only at its start.',
        'matches',
      )
      return undefined
    }
    case undefined:
      return undefined
  }
}

/** The reason why a string is not a valid goal pattern; undefined for a valid pattern. */
function patternProblem(pattern: string): string | undefined {
  try {
    checkPythonPattern(pattern, new WorkBudget().share('graph'))
    return undefined
  } catch (fault) {
    if (fault instanceof PatternProblem) return fault.message
    if (fault instanceof WorkLimit) return 'exceeds the work limit'
    throw fault
  }
}

function readPairGoal(fields: Fields): GoalAssertion | undefined {
  const [child, parent] = fields.texts('pair')
  const rule = fields.oneOf('rule', pairRules)
  const verdict = fields.oneOf('verdict', ['ok', 'failed', 'warning', 'not-declared'])
  if (child === undefined || parent === undefined || rule === undefined || verdict === undefined) return undefined
  return { kind: 'pair', child, parent, rule, verdict }
}
