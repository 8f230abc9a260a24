import { afterAll, beforeAll, expect, test } from 'vitest'
import { pendingRun } from '../testing/pending-run.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { openMetrics } from './metrics.ts'
import { localRunService } from './local-run-service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a run starts once, for its client, with the digest that was shown', async () => {
  const metrics = openMetrics(() => Promise.resolve({ waiting: 0, running: 0 }))
  const runService = localRunService(server.running.host, metrics)
  const run = await pendingRun('client')
  const nonce = (await runService.keep(run)) ?? ''
  const refused = { kind: 'gone' }
  expect(await runService.begin(nonce, { ...run, digest: `${run.digest.slice(0, -1)}x` })).toEqual(refused)
  expect(await runService.begin(nonce, { ...run, client: 'other' })).toEqual(refused)
  expect(await runService.begin(`${nonce}x`, run)).toEqual(refused)
  const begun = await runService.begin(nonce, run)
  expect(begun.kind).toBe('accepted')
  expect(await runService.begin(nonce, run)).toEqual(refused)
  await runService.close()
})
