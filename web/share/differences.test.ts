import { expect, test } from 'vitest'
import type { Analysis } from '#core'
import { analysisDifferences, fileDifferences } from './differences.ts'

const analysis = (change: Partial<Analysis>): Analysis => ({
  ...({ status: 'ready', chain: [], plan: null, env: { A: '1', B: '2' }, diagnostics: [] } as unknown as Analysis),
  ...change,
})

test('equal answers differ in nothing', () => {
  expect(analysisDifferences(analysis({}), analysis({}))).toEqual([])
})

test('a value that changed, came or went is one row', () => {
  const rows = analysisDifferences(analysis({}), analysis({ env: { A: '3', C: '4' }, status: 'refused' }))
  expect(rows.map(({ what, before, after }) => [what, before, after])).toEqual([
    ['status', 'ready', 'refused'],
    ['$A', '1', '3'],
    ['$B', '2', undefined],
    ['$C', undefined, '4'],
  ])
})

test('files differ by content', () => {
  expect(
    fileDifferences(
      { '/a': '1', '/b': '2', '/c': { base64: 'AA==' } },
      { '/a': '1', '/b': '3', '/d': '4', '/c': { base64: 'AA==' } },
    ),
  ).toEqual([
    { path: '/b', change: 'changed' },
    { path: '/d', change: 'added' },
  ])
})
