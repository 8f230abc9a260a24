import { expect, test } from 'vitest'
import type { Analysis } from './analysis.ts'
import { analysisDifferences, contentDifferences, fileDifferences } from './differences.ts'

const analysis = (change: Partial<Analysis>): Analysis => ({
  ...({
    status: 'ready',
    chain: [],
    validation: null,
    parameters: { effective: {} },
    resolved_config: null,
    plan: null,
    env: { A: '1', B: '2' },
    diagnostics: [],
    provenance: {},
  } as unknown as Analysis),
  ...change,
})

test('equal answers have no differences', () => {
  expect(analysisDifferences(analysis({}), analysis({}))).toEqual([])
})

test('each changed, added or removed value is listed in its own row', () => {
  const rows = analysisDifferences(analysis({}), analysis({ env: { A: '3', C: '4' }, status: 'refused' }))
  expect(rows.map(({ what, before, after }) => [what, before, after])).toEqual([
    ['status', 'ready', 'refused'],
    ['$A', '1', '3'],
    ['$B', '2', undefined],
    ['$C', undefined, '4'],
  ])
})

test('verdicts, parameters, the tool config and repeated findings of one code are compared', () => {
  const pair = { child: 0, parent: 1, space: 'ok', io: 'ok', version: 'ok' } as const
  const finding = (message: string) => ({ code: 'parameter-invalid', severity: 'error', message, facts: { message } })
  const state = (change: object): Analysis => analysis(change as Partial<Analysis>)
  const rows = analysisDifferences(
    state({
      validation: { pairs: [pair] },
      parameters: { effective: { n: 1, 'a/b': 2 } },
      resolved_config: { deep: { max: 5 } },
      diagnostics: [finding('one'), finding('two')],
    }),
    state({
      validation: { pairs: [{ ...pair, io: 'failed' }] },
      parameters: { effective: { n: 2, 'a/b': 2 } },
      resolved_config: { deep: { max: 6 } },
      diagnostics: [finding('two'), finding('three'), finding('four')],
    }),
  )
  expect(rows).toEqual([
    { what: 'link 1 → 2: I/O', pointer: undefined, before: 'ok', after: 'failed' },
    { what: 'parameter n', pointer: '/parameters/effective/n', before: '1', after: '2' },
    { what: 'config.deep.max', pointer: '/resolved_config/deep/max', before: '5', after: '6' },
    { what: 'problem parameter-invalid', pointer: undefined, before: 'one', after: 'three\nfour' },
  ])
})

test('a difference names the source of either value, and shows secrets as fingerprints', () => {
  const entry = (value: string, item_id: string, more = {}) => ({ value, by: { kind: 'element', item_id }, ...more })
  const state = (change: object): Analysis => analysis(change as Partial<Analysis>)
  const rows = analysisDifferences(
    state({ env: { A: '1', T: 'hunter2' }, provenance: { '/env/A': entry('1', 'a'), '/env/T': entry('#1', 'a') } }),
    state({
      env: { A: '2', T: 'hunter3' },
      provenance: { '/env/A': entry('2', 'b'), '/env/T': entry('#2', 'a', { secret: true }) },
    }),
  )
  expect(rows).toMatchObject([
    { what: '$A', beforeBy: { by: { item_id: 'a' } }, afterBy: { by: { item_id: 'b' } } },
    { what: '$T', after: '#2' },
  ])
})

test('changed text in the same element is a separate difference', () => {
  const element = (integrity: string | null) => ({ item_id: 'a', space: 'project', path: '/project/a.py', integrity })
  const state = (...chain: readonly object[]): Analysis => analysis({ chain } as unknown as Partial<Analysis>)
  expect(contentDifferences(state(element('x')), state(element('x')))).toEqual([])
  expect(analysisDifferences(state(element('x')), state(element('y')))).toEqual([])
  expect(contentDifferences(state(element('x'), element(null)), state(element('y')))).toMatchObject([
    { what: 'chain 1: text', before: '/project/a.py, SHA-256 x', after: '/project/a.py, SHA-256 y' },
  ])
})

test('files are compared by content', () => {
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
