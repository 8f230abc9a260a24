import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { processPlan } from '../testing/sandbox.ts'
import { confirmedRun, receive, startTestServer, type TestServer } from '../testing/server.ts'

let redis: TestRedis
let server: TestServer
beforeAll(async () => {
  redis = await startTestRedis()
  server = await startTestServer(['--queue', redis.url])
}, 60_000)
afterAll(async () => {
  await server.close()
  await redis.close()
})

test('R14.2: a waiting run that Redis lost gets an ending after its last event', { timeout: 60_000 }, async () => {
  const word = await confirmedRun(server.send, processPlan({ command: 'true' }))
  const received = await receive(await server.send('POST', '/api/run', word), ({ event }) => {
    if (event === 'accepted') void redis.client.flushall()
    return false
  })
  expect(received.at(-1)).toMatchObject({
    event: 'result',
    data: {
      success: false,
      ending: { kind: 'worker-lost' },
      output: { stdout: { text: '', bytes: 0 }, stderr: { text: '', bytes: 0 } },
    },
  })
  const [accepted, result] = [received.find(({ event }) => event === 'accepted'), received.at(-1)]
  expect([accepted?.id, result?.id]).toEqual([1, 2])
})
