import type { JsonValue } from '../read/value/encode.ts'
import { capital } from '../read/fields.ts'
import { goalInWords, shownValue, testInWords } from '../expect/goal-words.ts'
import type { GoalAssertion, PairGoal, ValueGoal } from '../expect/goal.ts'

/** A goal as a sentence for learners, without a pointer. `goalDetails` is the exact assertion. */
export function goalSentence(goal: GoalAssertion): string {
  switch (goal.kind) {
    case 'code':
      return goal.absent ? `Rye does not report the problem ${goal.code}` : `Rye reports the problem ${goal.code}`
    case 'pair':
      return pairSentence(goal)
    case 'ending':
      return `${runs[goal.lane]} ends as ${goal.ending}`
    case 'value':
      return (goal.lane === 'analysis' ? valueSentence(goal) : resultSentence(goal)) ?? capital(goalInWords(goal))
  }
}

/** A sentence for a value of a result; undefined if only its path is known. */
function resultSentence({ lane, pointer, test }: ValueGoal): string | undefined {
  if (lane === 'analysis' || pointer !== '/success' || test.kind !== 'is') return undefined
  return `${runs[lane]} ${test.value === true ? 'succeeds' : 'fails'}`
}

const runs = { simulated: 'A simulated run', real: 'A real run', result: 'A run' } as const

function pairSentence({ child, parent, rule, verdict }: PairGoal): string {
  const name = { space: 'The space rule', io: 'The I/O rule', version: 'The version rule' }[rule]
  const verb = { ok: 'allows', failed: 'forbids', warning: 'warns about', 'not-declared': 'does not apply to' }[verdict]
  return `${name} ${verb} ${child} → ${parent}`
}

/** A sentence for a value; undefined if only its name is known. */
function valueSentence({ pointer, test }: ValueGoal): string | undefined {
  const is = test.kind === 'is' ? test.value : undefined
  if (pointer === '/status' && is !== undefined) return states[String(is)]
  const [list, first = '', field] = pointer.slice(1).split('/')
  if (list === 'env' && test.kind === 'absent') return `The variable ${first} is not set`
  if (list === 'env') return `The variable ${first} ${testInWords(test)}`
  if (pointer === '/plan/args' && test.kind === 'contains') return `One of the arguments is ${shownValue(test.value)}`
  if (pointer === '/plan/command') return `The program ${testInWords(test)}`
  if (pointer === '/plan/input') return `The standard input ${testInWords(test)}`
  if (pointer === '/lockfile/state' && is !== undefined) return lockfiles[String(is)]
  return list === 'chain' && is !== undefined && is !== null ? elementSentence(first, field ?? '', is) : undefined
}

const states: Readonly<Record<string, string>> = {
  ready: 'The chain is ready to run',
  refused: 'Rye refuses the chain',
  not_found: 'Rye does not find the item',
}

const lockfiles: Readonly<Record<string, string>> = {
  matches: 'The lockfile matches the chain',
  drifted: 'The lockfile differs from the chain',
  absent: 'The chain has no lockfile',
}

function elementSentence(selector: string, field: string, is: JsonValue): string | undefined {
  const [, by, name = ''] = /^(role|item_id):(.+)$/.exec(selector) ?? []
  if (by === undefined) return undefined
  const element = by === 'role' ? `The ${name}` : unescaped(name)
  const value = typeof is === 'string' ? is : shownValue(is)
  switch (field) {
    case 'item_id':
      return name === 'primitive' ? `The chain ends at the primitive ${value}` : `${element} of the chain is ${value}`
    case 'space':
      return `${element} comes from the ${value} space`
    case 'role':
      return `${element} is the ${value} of the chain`
    case 'version':
      return `${element} has version ${value}`
    case 'signature':
      return `The signature of ${by === 'role' ? `the ${name}` : element} is ${value}`
    default:
      return undefined
  }
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The exact assertion of a goal, with its pointer. */
export function goalDetails(goal: GoalAssertion): string {
  if (goal.kind !== 'value') return goalInWords(goal)
  return `${goal.pointer || '/'}${goal.lane === 'analysis' ? '' : ` (${goal.lane})`} ${testInWords(goal.test)}`
}
