import { readdirSync, readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../http/app.ts'
import type { App } from '../http/app.ts'
import { processPlan } from '../testing/sandbox.ts'
import { planRequest, startTestServer, TOKEN, confirmationOf } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { openLog } from '../tracing/log.ts'

const SECRET = 'sk-live-4242424242424242'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function run(app: App, script: string, input: string | null): Promise<string> {
  const plan = processPlan({
    command: 'sh',
    args: ['-c', script],
    env: { PATH: '/usr/bin:/bin', API_KEY: SECRET },
    input,
  })
  const headers = { host: 'localhost', 'content-type': 'application/json', 'x-rye-token': TOKEN }
  const post = (path: string, body: unknown) =>
    app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const planned = await post('/api/plan', planRequest({ plan }))
  return (await post('/api/run', confirmationOf(await planned.json()))).text()
}

test('the log lists the steps of a run under one ID, without secrets', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const app = createApp({ ...server.running.host, log: openLog({ log_level: 'info' }, stream) })
  expect(await run(app, 'echo $API_KEY; cat', SECRET)).toContain(SECRET)
  const steps = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as string
  expect(steps).toMatchObject([
    { msg: 'planned', status: 'ready', digest },
    { msg: 'accepted', digest },
    { msg: 'started' },
    { msg: 'run', ending: 'exited', primitive: 'execute', digest },
  ])
  expect(new Set(steps.map(({ trace_id }) => trace_id)).size).toBe(1)
  expect(steps[0]?.['trace_id']).toMatch(/^[0-9a-f]{32}$/)
  expect(lines.join('')).not.toMatch(/sk-live|API_KEY|echo/)
  await app.close()
})

test('the process list does not show the environment', async () => {
  const app = createApp(server.running.host)
  const running = run(app, 'sleep 1.5', SECRET)
  const seen: string[] = []
  for (let looks = 0; looks < 40; looks++) {
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      try {
        seen.push(readFileSync(`/proc/${name}/cmdline`, 'utf8'))
      } catch {
        // The process has ended meanwhile.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  expect(seen.some((line) => line.includes('bwrap'))).toBe(true)
  expect(seen.filter((line) => line.includes(SECRET))).toEqual([])
  await running
  await app.close()
})
