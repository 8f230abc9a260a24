import type { JsonValue } from '../read/value/encode.ts'
import type { GoalAssertion, ValueTest } from './goal.ts'

/** An assertion as its keys in a file. `readAssertion` reverses the conversion. */
export function assertionValue(goal: GoalAssertion): { readonly [name: string]: JsonValue } {
  switch (goal.kind) {
    case 'value':
      return { at: goal.pointer, ...(goal.lane !== 'analysis' && { in: goal.lane }), ...testValue(goal.test) }
    case 'code':
      return { code: goal.code, ...(goal.absent && { absent: true }) }
    case 'pair':
      return { pair: [goal.child, goal.parent], rule: goal.rule, verdict: goal.verdict }
    case 'ending':
      return { ending: goal.ending, in: goal.lane }
  }
}

function testValue(test: ValueTest): { readonly [name: string]: JsonValue } {
  switch (test.kind) {
    case 'is':
      return { is: test.value }
    case 'contains':
      return { contains: test.value }
    case 'matches':
      return { matches: test.pattern }
    case 'absent':
      return { absent: true }
    case 'count':
      return { count: test.count }
  }
}
