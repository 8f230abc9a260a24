import { expect, test } from 'vitest'
import { readSavedWalk, savedWalkDocument } from './saved-walk-document.ts'

// R16.8: an interrupted walk as a document.

const saved = {
  state: new Map([['n', 12345678901234567890n]]),
  current_node: 'next',
  step_count: 3,
  errors: [{ step: 1, node: 'first', error: 'no answer' }],
  visits: new Map([['first', 2]]),
}
const document = savedWalkDocument('flows/one', saved)

test('R16.8: a saved walk is read back unchanged', () => {
  expect(readSavedWalk(document)).toEqual({ item_id: 'flows/one', saved })
})

test.for([
  ['not an object', null],
  ['a list', [document]],
  ['another format', { ...(document as object), format: 2 }],
  ['no item', { ...(document as object), item_id: 1 }],
  ['no node', { ...(document as object), current_node: null }],
  ['a step that is not a count', { ...(document as object), step_count: -1 }],
  ['a state that is a string', { ...(document as object), state: 'text' }],
  ['errors without a node', { ...(document as object), errors: [{ step: 1, error: 'x' }] }],
  ['visit counts that are strings', { ...(document as object), visits: { first: '2' } }],
])('R16.8: a saved walk is refused: %s', ([, other]) => {
  expect(readSavedWalk(other)).toEqual({ problem: expect.any(String) as string })
})
