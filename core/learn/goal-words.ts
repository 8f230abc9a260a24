import type { JsonValue } from '../read/value/encode.ts'
import { visible } from '../text/visible.ts'
import type { GoalAssertion, Lane, ValueTest } from './lesson.ts'

const mostShown = 160

/** A value as a line of a drawer has room for it. */
export function shownValue(value: JsonValue): string {
  const text = visible(JSON.stringify(value))
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

/** What a goal asks for, made from its assertion alone, so that the words cannot say another thing. */
export function goalInWords(goal: GoalAssertion): string {
  switch (goal.kind) {
    case 'code':
      return goal.absent ? `no problem ${goal.code}` : `the problem ${goal.code}`
    case 'pair':
      return `${rules[goal.rule]} between ${goal.child} and ${goal.parent}: ${goal.verdict}`
    case 'ending':
      return `${lanes[goal.lane]} that ended ${goal.ending}`
    case 'value':
      return `${valueInWords(goal.lane, goal.pointer)} ${testInWords(goal.test)}`
  }
}

const rules = { space: 'the space rule', io: 'the I/O rule', version: 'the version rule' } as const

const lanes = { simulated: 'a simulated run', real: 'a real run', result: 'a run' } as const

function testInWords(test: ValueTest): string {
  switch (test.kind) {
    case 'is':
      return `is ${shownValue(test.value)}`
    case 'contains':
      return `contains ${shownValue(test.value)}`
    case 'matches':
      return `matches ${visible(test.pattern)}`
    case 'absent':
      return 'is absent'
    case 'count':
      return `has ${test.count} ${test.count === 1 ? 'member' : 'members'}`
  }
}

/** What stands at the beginnings of pointers into the analysis, in the words of the page. */
const names: readonly (readonly [RegExp, (rest: string) => string])[] = [
  [/^\/status$/, () => 'the state of the chain'],
  [/^\/item_id$/, () => 'the item'],
  [/^\/search$/, () => 'the search'],
  [/^\/dialect$/, () => 'the dialect'],
  [/^\/chain$/, () => 'the chain'],
  [/^\/plan\/command$/, () => 'the command'],
  [/^\/plan\/args$/, () => 'the arguments'],
  [/^\/plan\/args\/(\d+)$/, (index) => `argument ${Number(index) + 1}`],
  [/^\/plan\/input$/, () => 'standard input'],
  [/^\/plan\/cwd$/, () => 'the working directory'],
  [/^\/plan\/timeout$/, () => 'the timeout'],
  [/^\/plan\/env\/(.+)$/, (name) => `the variable ${name}`],
  [/^\/env\/(.+)$/, (name) => `the variable ${name}`],
  [/^\/resolved_config\/(.+)$/, (path) => `${path.replaceAll('/', '.')} of the tool config`],
  [/^\/parameters\/effective\/(.+)$/, (path) => `the parameter ${path.replaceAll('/', '.')}`],
  [/^\/lockfile\/state$/, () => 'the state of the lockfile'],
]

function valueInWords(lane: Lane, pointer: string): string {
  if (lane !== 'analysis') return `${unescaped(pointer) || 'the whole'} of ${lanes[lane]}`
  const element = /^\/chain\/(?:role|item_id):([^/]+)\/(.+)$/.exec(pointer)
  if (element) return `${unescaped(element[2] ?? '').replaceAll('/', ' ')} of ${unescaped(element[1] ?? '')}`
  for (const [form, say] of names) {
    const found = form.exec(pointer)
    if (found) return say(unescaped(found[1] ?? ''))
  }
  return unescaped(pointer) || 'the analysis'
}

function unescaped(step: string): string {
  return visible(step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
