import { counted } from '../text/counted.ts'
import { nameOfPointer, statementOfPointer } from '../answer/words.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { writeJson } from '../read/value/write-json.ts'
import { visible } from '../text/visible.ts'
import type { GoalAssertion, Lane, ValueGoal, ValueTest } from './goal.ts'

const mostShown = 160

/**
 * A value in at most 160 characters: as JSON, or in ‘ ’ if the value is a string that contains double quotes or
 * backslashes.
 */
export function shownValue(value: JsonValue): string {
  const isQuoting = typeof value === 'string' && /^[ -~]*["\\][ -~]*$/.test(value)
  const text = visible(isQuoting ? `‘${value}’` : writeJson(value))
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

/** A goal in words, derived only from its assertion, so that the two always agree. */
export function goalInWords(goal: GoalAssertion): string {
  switch (goal.kind) {
    case 'code':
      return goal.absent ? `no problem ${goal.code}` : `the problem ${goal.code}`
    case 'pair':
      return `${rules[goal.rule]} between ${goal.child} and ${goal.parent}: ${goal.verdict}`
    case 'ending':
      return `${lanes[goal.lane]} with the ending ${goal.ending}`
    case 'value':
      return valueGoalInWords(goal)
  }
}

const rules = { space: 'the space rule', io: 'the I/O rule', version: 'the version rule' } as const

const lanes = { simulated: 'a simulated run', real: 'a real run', result: 'a run' } as const

function valueGoalInWords({ lane, pointer, test }: ValueGoal): string {
  // A statement is a full sentence already and needs no verb.
  const statement = lane === 'analysis' ? statementOfPointer(pointer) : undefined
  if (statement !== undefined && test.kind === 'is')
    return test.value === true ? statement : `${statement}: ${shownValue(test.value)}`
  return `${valueInWords(lane, pointer)} ${testInWords(test)}`
}

/** A test of a value in words, such as `is 60`. */
export function testInWords(test: ValueTest): string {
  switch (test.kind) {
    case 'is':
      return `is ${shownValue(test.value)}`
    case 'contains':
      return `contains ${shownValue(test.value)}`
    case 'matches':
      return test.pattern === '.' ? 'is a non-empty string' : `matches the pattern ‘${visible(test.pattern)}’`
    case 'absent':
      return 'is absent'
    case 'count':
      return `has ${counted(test.count, 'member')}`
  }
}

/**
 * The display name of a value: the name used throughout the page for an analysis value, the path for a result
 * value.
 */
function valueInWords(lane: Lane, pointer: string): string {
  if (lane === 'analysis') return visible(nameOfPointer(pointer))
  return `${visible(pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')) || 'the complete result'} of ${lanes[lane]}`
}
