import { expect, test } from 'vitest'
import { conditionIn } from './break-condition.ts'

test('a condition has the same syntax as in the file of a graph', () => {
  expect(conditionIn('{path: state.n, op: gt, value: 3}')).toEqual({ path: 'state.n', op: 'gt', value: 3 })
  expect(conditionIn('path: state.who\nvalue: "ada"')).toEqual({ path: 'state.who', value: 'ada' })
  expect(conditionIn('{"not": {"path": "inputs.dry"}}')).toEqual({ not: { path: 'inputs.dry' } })
})

test.for([
  { text: '{path: state.n', problem: /^Not valid YAML: / },
  { text: 'state.n > 3', problem: 'Enter a mapping' },
  { text: '', problem: 'Enter a mapping' },
  { text: '{path: state.n, op: grater, value: 3}', problem: 'unknown operator grater' },
  { text: '{any: 3}', problem: 'any is not a list of conditions' },
])('$text is refused with the reason', ({ text, problem }) => {
  expect(() => conditionIn(text)).toThrow(problem)
})
