import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { homeOf } from './home.ts'

test('a home is a whole path: keys never come to lie in the folder that a command happens to run in', () => {
  const own = userInfo().homedir
  expect(homeOf({ HOME: '/home/ada' })).toBe('/home/ada')
  expect([homeOf({}), homeOf({ HOME: '' }), homeOf({ HOME: 'relative' })]).toEqual([own, own, own])
})
