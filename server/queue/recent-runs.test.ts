import { expect, test } from 'vitest'
import { pendingRun } from '../testing/pending-run.ts'
import { RecentRuns } from './recent-runs.ts'

test('a run is remembered without its files, until it is dropped', async () => {
  const recent = new RecentRuns()
  const { files, bytes, graph, ...awaited } = await pendingRun('c', 'content')
  recent.keep('nonce', { ...awaited, files, bytes, graph })
  expect(recent.find('nonce')).toEqual(awaited)
  expect(recent.find('another')).toBeUndefined()
  recent.drop('nonce')
  recent.drop('nonce')
  expect(recent.find('nonce')).toBeUndefined()
})

test.for([
  { what: '64 runs', bytes: 1000, runs: 70, left: 64 },
  { what: '8 MiB', bytes: 3 * 1024 * 1024, runs: 5, left: 2 },
  { what: 'none that is too large by itself', bytes: 9 * 1024 * 1024, runs: 2, left: 0 },
])('$what are remembered, the latest', async ({ bytes, runs, left }) => {
  const recent = new RecentRuns()
  const run = await pendingRun('c')
  for (let at = 0; at < runs; at++) recent.keep(String(at), { ...run, bytes })
  const found = Array.from({ length: runs }, (_none, at) => recent.find(String(at)) !== undefined)
  expect(found).toEqual(found.map((_found, at) => at >= runs - left))
})
