import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { RunService } from '../run/run-service.ts'
import type { GuardVariables } from './guard.ts'
import { isolation } from './isolation.ts'
import { addProbes } from './probes.ts'

/** The answers of both probes. */
async function probed(problem: string | null, isDraining: boolean): Promise<unknown> {
  const app = new Hono<{ Variables: GuardVariables }>()
  const status = () => Promise.resolve({ problem, waiting: 1, running: 1, workers: [], endings: {} })
  addProbes(app, { status } as unknown as RunService, () => isDraining)
  const [live, ready] = await Promise.all([app.request('/livez'), app.request('/readyz')])
  return [live.status, await live.json(), ready.status, await ready.json()]
}

const alive = [200, { status: 'alive' }]

test('a server is ready if it accepts runs, and reports nothing else', async () => {
  expect(await probed(null, false)).toEqual([...alive, 200, { status: 'ready' }])
})

test.for([
  { problem: 'Redis is full.', draining: false, shown: 'Redis is full.' },
  { problem: null, draining: true, shown: 'This server is stopping.' },
  { problem: 'Redis is full.', draining: true, shown: 'This server is stopping.' },
])('a server that is not ready reports the reason: $problem, stopping: $draining', async (row) => {
  const notReady = [503, { status: 'not ready', problem: row.shown }]
  expect(await probed(row.problem, row.draining)).toEqual([...alive, ...notReady])
})

test.for([
  ['/', 'same-origin'],
  ['/sandbox/frame.html', 'cross-origin'],
  ['/under/sandbox/frame.html', 'cross-origin'],
  ['/sandbox/frame.html/x', 'same-origin'],
  ['/frame.html', 'same-origin'],
] as const)('%s is isolated, with the resource policy %s', ([path, resource]) => {
  expect(isolation(path)).toEqual({
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'credentialless',
    'Cross-Origin-Resource-Policy': resource,
  })
})
