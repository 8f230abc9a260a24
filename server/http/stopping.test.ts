import { afterAll, beforeAll, expect, test } from 'vitest'
import { protocolVersion } from '#core/run'
import { processPlan } from '../testing/sandbox.ts'
import { errorOf } from '../testing/error-of.ts'
import { receive, planRequest, startTestServer, TOKEN, type TestServer } from '../testing/server.ts'
import { createApp } from './app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(['--runs-at-once', '1'])
})
afterAll(() => server.close())

const shell = (script: string) => ({ command: 'sh', args: ['-c', script] })

test('a stopping server refuses new runs and reports when to retry', async () => {
  const app = createApp(server.running.host)
  const headers = { host: 'localhost', 'content-type': 'application/json', 'x-rye-token': TOKEN }
  const ready = async (): Promise<unknown> => (await app.request('/readyz', { headers })).json()
  expect(await ready()).toEqual({ status: 'ready' })
  await app.close()
  expect(await ready()).toEqual({ status: 'not ready', problem: 'This server is stopping.' })
  for (const [path, body] of [
    ['/api/plan', planRequest({ plan: processPlan(shell('true')) })],
    ['/api/run', { protocol: protocolVersion, nonce: 'n'.repeat(32), digest: 'a'.repeat(64) }],
  ] as const) {
    const answer = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([answer.status, answer.headers.get('retry-after'), await errorOf(answer)]).toEqual([503, '1', 'stopping'])
  }
})

test('a stopping server finishes active runs and reports waiting ones', async () => {
  const other = await startTestServer(['--runs-at-once', '1'])
  const running = await other.start(shell('sleep 0.8; echo finished'))
  const waiting = await other.start(shell('echo never'))
  const hearing = Promise.all([receive(running), receive(waiting)])
  await new Promise((resolve) => setTimeout(resolve, 200))
  await other.close()
  const [finished, dropped] = await hearing
  expect(finished.at(-1)?.data).toMatchObject({ output: { stdout: { text: 'finished\n' } } })
  expect(dropped.at(-1)?.data).toMatchObject({
    success: false,
    ending: { kind: 'not-started', reason: expect.stringContaining('stopping') },
  })
})
