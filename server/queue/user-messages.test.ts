import { expect, test } from 'vitest'
import { readUserMessages } from './user-messages.ts'

const answer = { question: 'q1', digest: 'a1'.repeat(32), answer: 'node' }
const steer = { steer: { kind: 'to', node: 'done' } }

test.for([
  [`7 answer ${JSON.stringify(answer)}`, [{ number: 7, kind: 'answer', value: answer }]],
  [`12 steer ${JSON.stringify(steer)}`, [{ number: 12, kind: 'steer', value: steer }]],
  [`12 steer ${JSON.stringify(steer, null, 2)}`, [{ number: 12, kind: 'steer', value: steer }]],
  // A value of the other kind, and strings that are not messages.
  [`7 answer ${JSON.stringify(steer)}`, []],
  [`7 steer ${JSON.stringify({ steer: { kind: 'sideways' } })}`, []],
  [`7 other ${JSON.stringify(answer)}`, []],
  [`x answer ${JSON.stringify(answer)}`, []],
  [`0 7 answer ${JSON.stringify(answer)}`, []],
  ['', []],
] as const)('the line "%s" is read as messages of the user, or ignored', ([line, messages]) => {
  expect(readUserMessages(line)).toEqual(messages)
})
