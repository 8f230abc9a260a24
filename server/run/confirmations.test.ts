import { expect, test } from 'vitest'
import { openConfirmations } from './confirmations.ts'

const word = { digest: 'd', client: 'c', level: 'full' } as const

test('a word is used once, by its client', () => {
  const confirmations = openConfirmations(1000)
  const nonce = confirmations.give(word)
  expect(confirmations.find(nonce, 'somebody else')).toBeUndefined()
  expect(confirmations.find(nonce, 'c')).toMatchObject(word)
  expect([confirmations.use(nonce), confirmations.use(nonce)]).toEqual([true, false])
  expect(confirmations.find(nonce, 'c')).toBeUndefined()
  expect(confirmations.find('unknown', 'c')).toBeUndefined()
})

test('a word grows old', () => {
  let clock = 0
  const confirmations = openConfirmations(1000, () => clock)
  const old = confirmations.give(word)
  clock = 600
  const young = confirmations.give(word)
  clock = 1001
  expect(confirmations.find(old, 'c')).toBeUndefined()
  expect(confirmations.find(young, 'c')).toMatchObject(word)
})

test('words that nobody takes do not pile up', () => {
  const confirmations = openConfirmations(1e9)
  const first = confirmations.give(word)
  for (let index = 0; index < 10_001; index++) confirmations.give(word)
  expect(confirmations.find(first, 'c')).toBeUndefined()
})
