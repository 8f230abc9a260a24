import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { homeOf } from './home.ts'

test('the home directory is an absolute path, even without a valid HOME', () => {
  const own = userInfo().homedir
  expect(homeOf({ HOME: '/home/ada' })).toBe('/home/ada')
  expect([homeOf({}), homeOf({ HOME: '' }), homeOf({ HOME: 'relative' })]).toEqual([own, own, own])
})
