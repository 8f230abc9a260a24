import { afterAll, beforeAll, expect, test } from 'vitest'
import { processPlan } from '../testing/sandbox.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { openMetrics } from './metrics.ts'
import { localRunService } from './local-run-service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(['--reconnect-seconds', '0'])
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

test('a run whose only reader leaves is canceled, and cannot be steered without a walk', async () => {
  const metrics = openMetrics(() => Promise.resolve({ waiting: 0, running: 0 }))
  const runService = localRunService(server.running.host, metrics)
  const run = await pendingRun('client')
  const plan = { ...run.call.plan, ...processPlan({ command: '/bin/sleep', args: ['60'] }) }
  const nonce = (await runService.keep({ ...run, call: { ...run.call, plan } })) ?? ''
  const begun = await runService.begin(nonce, run)
  if (begun.kind !== 'accepted') throw new Error(begun.kind)
  const [early, reader] = [new AbortController(), new AbortController()]
  // A reader that waits for the next event also ends when it leaves.
  for await (const { event } of begun.run.events(0, early.signal))
    if (event === 'started') setTimeout(() => early.abort())
  for await (const { event } of begun.run.events(0, reader.signal)) if (event === 'started') reader.abort()
  expect(await begun.run.steer({ steer: { kind: 'step' } })).toBe('no-walk')
  await expect.poll(async () => (await runService.status()).running).toBe(0)
  let last = ''
  for await (const { text } of begun.run.events(0, new AbortController().signal)) last = text
  expect(JSON.parse(last)).toMatchObject({ ending: { kind: 'cancelled' } })
  expect(await begun.run.cancel()).toBe(false)
  await runService.close()
})
