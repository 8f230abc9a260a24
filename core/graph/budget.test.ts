import { expect, test } from 'vitest'
import { Budget } from './budget.ts'

// R16.2: a limit is inclusive.

test('the values of a walk have at most as many characters as the limit allows', () => {
  const budget = new Budget(0, { graphDataLength: 10 })
  expect([budget.data(4), budget.data(6), budget.data(1)]).toEqual([null, null, 'graphDataLength'])
})

test('a walk uses at most as many steps and calls as the limits allow', () => {
  const budget = new Budget(0, { graphSteps: 2, graphActions: 1 })
  expect([budget.step(0), budget.step(0), budget.step(0)]).toEqual([null, null, 'graphSteps'])
  expect([budget.action(0), budget.action(0)]).toEqual([null, 'graphActions'])
})

test('a walk ends at its deadline', () => {
  const budget = new Budget(5, { graphTime: 10 })
  expect([budget.action(14), budget.action(15)]).toEqual([null, 'graphTime'])
})
