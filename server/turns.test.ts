import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('each round of the event loop executes at most one slice, for any number of sliced tasks', async () => {
  const most = 8
  let [slices, mostInRound] = [0, 0]
  let isDone = false
  const round = (): void => {
    mostInRound = Math.max(mostInRound, slices)
    slices = 0
    if (!isDone) setImmediate(round)
  }
  const work = async (): Promise<void> => {
    const turns = new Turns(0)
    for (let step = 0; step < 20; step++) {
      await turns.give()
      slices++
    }
  }
  const all = Promise.all(Array.from({ length: most }, work))
  setImmediate(round)
  await all
  isDone = true
  expect(mostInRound).toBe(1)
})

test('tasks take turns in the order in which they yield', async () => {
  const order: string[] = []
  const work = async (name: string): Promise<void> => {
    const turns = new Turns(0)
    for (let step = 0; step < 3; step++) {
      await turns.give()
      order.push(name)
    }
  }
  await Promise.all([work('a'), work('b'), work('c')])
  expect(order.join('')).toBe('abcabcabc')
})
