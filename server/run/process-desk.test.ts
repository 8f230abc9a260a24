import { afterAll, beforeAll, expect, test } from 'vitest'
import { pendingRun } from '../testing/pending-run.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { openMetrics } from './metrics.ts'
import { processDesk } from './process-desk.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a run begins once, for its client, with the digest that was shown', async () => {
  const metrics = openMetrics(() => Promise.resolve({ waiting: 0, running: 0 }))
  const desk = processDesk(server.running.host, metrics)
  const run = await pendingRun('client')
  const nonce = (await desk.keep(run)) ?? ''
  const refused = { kind: 'gone' }
  expect(await desk.begin(nonce, { ...run, digest: `${run.digest.slice(0, -1)}x` })).toEqual(refused)
  expect(await desk.begin(nonce, { ...run, client: 'other' })).toEqual(refused)
  expect(await desk.begin(`${nonce}x`, run)).toEqual(refused)
  const begun = await desk.begin(nonce, run)
  expect(begun.kind).toBe('accepted')
  expect(await desk.begin(nonce, run)).toEqual(refused)
  await desk.close()
})
