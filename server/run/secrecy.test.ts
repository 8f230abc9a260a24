import { readdirSync, readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../http/app.ts'
import type { App } from '../http/app.ts'
import { processPlan } from '../testing/sandbox.ts'
import { planRequest, startTestServer, TOKEN, wordOf } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'

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
  return (await post('/api/run', wordOf(await planned.json()))).text()
}

test('the log has one line a run and no secrets', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const app = createApp({ ...server.running.host, log: pino({ level: 'info', base: null }, stream) })
  expect(await run(app, 'echo $API_KEY; cat', SECRET)).toContain(SECRET)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'run',
    ending: 'exited',
    primitive: 'execute',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(lines[0]).not.toMatch(/sk-live|API_KEY|echo/)
  await app.close()
})

test('the environment does not show in the process list', async () => {
  const app = createApp(server.running.host)
  const running = run(app, 'sleep 1.5', SECRET)
  const seen: string[] = []
  for (let looks = 0; looks < 40; looks++) {
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      try {
        seen.push(readFileSync(`/proc/${name}/cmdline`, 'utf8'))
      } catch {
        // it ended meanwhile
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  expect(seen.some((line) => line.includes('bwrap'))).toBe(true)
  expect(seen.filter((line) => line.includes(SECRET))).toEqual([])
  await running
  await app.close()
})
