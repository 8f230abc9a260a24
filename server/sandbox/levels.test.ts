import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../http/app.ts'
import type { App } from '../http/app.ts'
import { readConfig, sandboxSettings } from '../config.ts'
import type { Host } from '../engine/host.ts'
import { findCgroupPlace } from './cgroup.ts'
import { openSandbox } from './probe.ts'
import type { SandboxLevel } from './command.ts'
import { startMessage } from '../http/serve.ts'
import { openShares } from '../shares/shares.ts'
import { processPlan } from '../testing/sandbox.ts'
import { onlyIds } from '../tracing/tracing.ts'
import { literalEngine, planRequest, TOKEN, confirmationOf } from '../testing/server.ts'

let dir: string
beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'rye-levels-'))))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function hostAt(level: SandboxLevel, flags: readonly string[]): Promise<Host> {
  const read = readConfig(['--run-dir', dir, '--log-level', 'silent', ...flags])
  if (read.kind === 'refused') throw new Error(read.messages.join('\n'))
  const { config } = read
  const { sandbox, report } = await openSandbox(dir, { ...sandboxSettings(config), spares: 0 }, [level])
  return {
    ...literalEngine,
    config,
    token: config.hosted ? null : TOKEN,
    sandbox,
    report,
    interpreters: [],
    log: pino({ level: 'silent' }),
    tracing: onlyIds,
    shares: await openShares('memory', dir, {}),
    http: { reach: { allowed: [], allowedPrivate: [] }, limits: config.limits },
  }
}

async function run(app: App, host: Host, script: string): Promise<{ status: number; body: string }> {
  const plan = processPlan({ command: 'sh', args: ['-c', script] })
  const name = host.config.hosted ? 'play.example.org' : 'localhost'
  const headers = { host: name, origin: `http://${name}`, 'content-type': 'application/json', 'x-rye-token': TOKEN }
  const post = (path: string, body: unknown) =>
    app.request(`http://${name}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const files = { '/project/a.txt': 'in place' }
  const planned = await post('/api/plan', planRequest({ plan, files }))
  const response = await post('/api/run', confirmationOf(await planned.json()))
  return { status: response.status, body: await response.text() }
}

const hosted = ['--hosted', '--allowed-hosts', 'play.example.org']
// Hosted runs need control groups, which tests cannot create on every machine.
const bounded = findCgroupPlace()?.cpu !== undefined
const foundHosted = (level: SandboxLevel) => (bounded ? level : 'none')
describe.each([
  { level: 'full', flags: [], status: 200, says: 'on, sandbox level full' },
  {
    level: foundHosted('full'),
    flags: hosted,
    status: bounded ? 200 : 503,
    says: `sandbox level ${foundHosted('full')}`,
  },
  {
    level: 'none',
    asked: 'full',
    flags: [...hosted, '--no-cgroups'],
    status: 503,
    says: 'no control groups that limit',
  },
  { level: 'reduced', flags: [], status: 200, says: 'sandbox level reduced' },
  { level: foundHosted('reduced'), flags: hosted, status: 503, says: `off, sandbox level ${foundHosted('reduced')}` },
  { level: 'none', flags: [], status: 503, says: 'off, sandbox level none' },
  { level: 'none', flags: hosted, status: 503, says: 'off, sandbox level none' },
  { level: 'none', flags: ['--unsafe-no-sandbox'], status: 200, says: 'WITHOUT ANY SANDBOX' },
] as const)('level $level with [$flags]', ({ level, flags, status, says, ...row }) => {
  let host: Host
  let app: App
  beforeAll(async () => {
    host = await hostAt('asked' in row ? row.asked : level, flags)
    app = createApp(host)
  })
  afterAll(async () => {
    await app.close()
    await host.sandbox.close()
  })

  test(`a run is answered with ${status}`, async () => {
    const answer = await run(app, host, 'cat /project/a.txt; echo; pwd')
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body).toContain('in place')
    else
      expect(JSON.parse(answer.body)).toMatchObject({
        error: { code: expect.stringMatching(/^sandbox-/), hint: expect.stringMatching(/./) },
      })
  })

  test('the start message and health report the level', async () => {
    const message = startMessage('http://127.0.0.1:1/', host.config, host.report)
    expect(message).toContain(says)
    if (level !== 'full') expect(message).toContain(String(host.report.hint))
    const name = host.config.hosted ? 'play.example.org' : 'localhost'
    const health = await (await app.request(`http://${name}/api/health`, { headers: { host: name } })).json()
    expect(health).toMatchObject({ sandbox: { level, may_run: status === 200 } })
  })
})

test('a run confirmed at one level does not run at another', async () => {
  const host = await hostAt('reduced', [])
  let level: SandboxLevel = 'full'
  const reported: Host = {
    ...host,
    get report() {
      return { ...host.report, level }
    },
  }
  const app = createApp(reported)
  const headers = { host: 'localhost', 'content-type': 'application/json', 'x-rye-token': TOKEN }
  const post = (path: string, body: unknown) =>
    app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const planned: unknown = await (await post('/api/plan', planRequest({ plan: processPlan({}) }))).json()
  expect(planned).toMatchObject({ sandbox_level: 'full' })
  level = 'reduced'
  const answer = await post('/api/run', confirmationOf(planned))
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { error: { code: 'level-differs' }, sandbox_level: 'reduced' },
  ])
  await app.close()
  await host.sandbox.close()
})
