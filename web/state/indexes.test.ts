import { expect, test } from 'vitest'
import { countByPath, statesOf, steadyCounts, steadySet } from './indexes.ts'

const one = new Map([['/a', { error: 1, warning: 0 }]])

test('only a set with the same members stays the same object', () => {
  const former = new Set(['/a', '/b'])
  expect(steadySet(former, new Set(['/b', '/a']))).toBe(former)
  for (const now of [new Set(['/a']), new Set(['/a', '/c']), new Set(['/a', '/b', '/c'])])
    expect(steadySet(former, now)).toBe(now)
})

test.for([
  { name: 'the same counts', now: new Map([['/a', { error: 1, warning: 0 }]]), isSame: true },
  { name: 'an additional error', now: new Map([['/a', { error: 2, warning: 0 }]]), isSame: false },
  { name: 'an additional warning', now: new Map([['/a', { error: 1, warning: 1 }]]), isSame: false },
  { name: 'another file', now: new Map([['/b', { error: 1, warning: 0 }]]), isSame: false },
  { name: 'an additional file', now: new Map([...one, ['/b', { error: 0, warning: 1 }]]), isSame: false },
  { name: 'none', now: countByPath([]), isSame: false },
])('counts of findings are a new object only if they differ: $name', ({ now, isSame }) => {
  expect(steadyCounts(one, now)).toBe(isSame ? one : now)
})

const known = new Map([
  ['/a', 'verified'],
  ['/b', 'unsigned'],
] as const)
const both = { '/a': '', '/b': '' }
const seen = (path: string, state: 'verified' | 'modified' | 'unsigned') => ({ path, state, key_fp: null })

test('unchanged signature states stay the same object', () => {
  expect(statesOf([], known, both)).toBe(known)
  expect(statesOf([seen('/a', 'verified')], known, both)).toBe(known)
})

test.for([
  { name: 'another state', signatures: [seen('/a', 'modified')], files: both, states: ['modified', 'unsigned'] },
  {
    name: 'an additional file',
    signatures: [seen('/c', 'verified')],
    files: both,
    states: ['verified', 'unsigned', 'verified'],
  },
  { name: 'a deleted file', signatures: [], files: { '/a': '' }, states: ['verified'] },
])('the signature state of each file is listed: $name', ({ signatures, files, states }) => {
  expect([...statesOf(signatures, known, files).values()]).toEqual(states)
})
