import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Host } from '../engine/host.ts'
import { openMetrics } from '../run/metrics.ts'
import type { RunService } from '../run/run-service.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { recordingHost } from '../testing/recording-host.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { testConfig } from '../testing/server.ts'
import { keys } from './keys.ts'
import { openRedis } from './redis.ts'
import { RunStore } from './run-store.ts'
import { sharedRunService } from './shared-run-service.ts'
import { openWorker } from './worker.ts'

// A worker whose sandbox never works, with a real Redis.

let redis: TestRedis
beforeAll(async () => {
  redis = await startTestRedis()
}, 60_000)
afterAll(() => redis.close())
beforeEach(async () => {
  await redis.client.flushall()
  // Servers trust an unknown Redis only after several checks.
  const store = new RunStore(redis.client, testConfig([]), { seen: 0, saw: () => {} })
  const { instance } = await store.look('')
  await store.look(instance)
})

const patient = { timeout: 20_000 }
const place = () => ({ url: redis.url, onError: () => {} })

/** Use a server of the queue, then close it. */
async function withServer(use: (runs: RunService) => Promise<void>): Promise<void> {
  const { host } = recordingHost(['--queue', redis.url])
  const connections = { redis: openRedis(place()), subscriber: openRedis(place(), null) }
  const metrics = openMetrics(() => Promise.resolve({ waiting: 0, running: 0 }))
  const runs = sharedRunService(host, connections, metrics)
  await use(runs)
  await runs.close()
}

/** A queue worker. */
function working(flags: readonly string[] = [], more: Partial<Host> = {}) {
  const report = { level: 'full', hint: null } as Host['report']
  const noted = recordingHost(['--queue', redis.url, '--runs-at-once', '2', ...flags], { report, ...more })
  return { ...noted, worker: openWorker(noted.host, place()) }
}

async function begun(runs: RunService) {
  const run = await pendingRun('client')
  const started = await runs.begin((await runs.keep(run)) ?? '', run)
  return started.kind === 'accepted' ? started.run : expect.unreachable()
}

test('a worker executes the runs of its queue, and leaves it when it closes', async () => {
  await withServer(async (runs) => {
    const { worker, lines } = working()
    const run = await begun(runs)
    const events: (readonly [string, string])[] = []
    for await (const { event, text } of run.events(0, new AbortController().signal)) events.push([event, text])
    const [last, text] = events.at(-1) ?? ['', '']
    const reason = 'The sandbox could not start: no sandbox here'
    expect([last, JSON.parse(text)]).toMatchObject(['result', { ending: { kind: 'not-started', reason } }])
    const steps = () => lines.map(({ msg, worker: by }) => [msg, by])
    await expect.poll(steps, patient).toEqual(['started', 'run'].map((msg) => [msg, worker.id]))
    const [about = ''] = await redis.client.hvals(keys.workers)
    expect(JSON.parse(about)).toMatchObject({ slots: 2, draining: false })
    await expect.poll(() => redis.client.hlen(keys.running), patient).toBe(0)
    await worker.close()
    expect(await redis.client.hlen(keys.workers)).toBe(0)
  })
  const connections = async (): Promise<number> =>
    String(await redis.client.client('LIST'))
      .trim()
      .split('\n').length
  await expect.poll(connections, patient).toBe(1)
})

test('a run that no server follows for longer than the time to reconnect is canceled', async () => {
  await withServer(async (runs) => {
    const run = await begun(runs)
    await redis.client.del(keys.follower(run.id))
    const { worker, lines } = working(['--reconnect-seconds', '0'])
    await expect.poll(() => redis.client.hget(keys.run(run.id), 'state'), patient).toBe('ended')
    await expect.poll(() => lines, patient).toMatchObject([{ run: run.id, msg: 'run', ending: 'cancelled' }])
    await worker.close()
  })
})

test('a closing worker reports that it stops, and waits until its runs have ended', async () => {
  await withServer(async (runs) => {
    let started = (): void => {}
    const isStarted = new Promise<void>((resolve) => (started = resolve))
    let end = (_outcome: { readonly failed: string }): void => {}
    const prepare = () => (started(), new Promise((resolve) => (end = resolve)))
    const { worker } = working([], {
      sandbox: { level: 'full', prepare } as unknown as Host['sandbox'],
    })
    const run = await begun(runs)
    const left = new AbortController()
    const reading = (async () => {
      for await (const { event, text } of run.events(0, left.signal)) if (event === 'result') return text
      return ''
    })()
    await isStarted
    // The worker's secret for this run.
    expect(await redis.client.hget(keys.run(run.id), 'token')).toMatch(/^[0-9a-f]{24}$/)
    let isClosed = false
    const closed = worker.close().then(() => (isClosed = true))
    const heartbeat = async (): Promise<unknown> => JSON.parse((await redis.client.hvals(keys.workers))[0] ?? '{}')
    await expect.poll(heartbeat, patient).toMatchObject({ draining: true, running: 1, runs: [run.id] })
    expect(isClosed).toBe(false)
    end({ failed: 'no sandbox here' })
    await closed
    expect(JSON.parse(await reading)).toMatchObject({ success: false, ending: { kind: 'not-started' } })
  })
})
