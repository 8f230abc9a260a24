import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startService, type Service } from '../testing/http-service.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { requestPlan } from '../testing/sandbox.ts'
import { receive, literalEngine, startTestServer, testConfig, type TestServer } from '../testing/server.ts'
import { keys, prefix } from './keys.ts'
import { startWorker, type StartedWorker } from './worker-main.ts'

// Clocks that jump one hour forward and back: those of servers and workers, and that of Redis. A service keeps a run
// open until the test releases it.

const hour = 3_600_000

let redis: TestRedis
let server: TestServer
let worker: StartedWorker
let service: Service
let release = (): void => {}
beforeAll(async () => {
  redis = await startTestRedis()
  service = await startService((_request, response) => void (release = () => response.end('{}')))
  const flags = ['--queue', redis.url, '--http-allow-private', `127.0.0.1:${service.port}`]
  server = await startTestServer(flags)
  worker = await startWorker(testConfig([...flags, '--runs-at-once', '2']), () => literalEngine)
}, 60_000)
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await worker?.close()
  await server?.close()
  await service?.close()
  await redis?.close()
})

/** Start a run that waits for the service's response. */
async function held() {
  const before = service.requests.length
  const response = await server.start(requestPlan(`http://127.0.0.1:${service.port}/`))
  const received = receive(response)
  await expect.poll(() => service.requests.length, { timeout: 20_000 }).toBe(before + 1)
  return { received, id: response.headers.get('x-run-id') ?? '' }
}

const directions = [
  ['ahead', hour],
  ['back', -hour],
] as const

test.for(directions)(
  'when the clocks of server and worker jump %s, the run has one ending, its own',
  async ([, ms]) => {
    const { received } = await held()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    release()
    const events = await received
    expect(events.filter(({ event }) => event === 'result')).toHaveLength(1)
    expect(events.at(-1)?.data).toMatchObject({ ending: { kind: 'responded' } })
    // Runs that start after the jump also work.
    const next = await held()
    release()
    expect((await next.received).at(-1)?.data).toMatchObject({ ending: { kind: 'responded' } })
  },
)

/** Simulate a jump of Redis's clock: every stored time moves in the opposite direction, in one step. */
async function jump(ms: number): Promise<void> {
  const moved = `
    for _, key in ipairs(redis.call('KEYS', '${prefix}*')) do
      local left = redis.call('PTTL', key)
      if left >= 0 and left - ARGV[1] <= 0 then redis.call('DEL', key)
      elseif left >= 0 then redis.call('PEXPIRE', key, left - ARGV[1]) end
    end
    for _, key in ipairs({ 'kept', 'seats', 'ended' }) do
      key = '${prefix}' .. key
      for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do redis.call('ZINCRBY', key, -ARGV[1], member) end
    end`
  await redis.client.eval(moved, 0, ms)
}

/** Wait until the watch has checked the queue this many more times. */
async function looks(count: number): Promise<void> {
  const so = async (): Promise<number> =>
    Number(/cmdstat_hgetall:calls=(\d+)/.exec(await redis.client.info('commandstats'))?.[1] ?? 0)
  const before = await so()
  await expect.poll(so, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + count)
}

test.for(directions)("when Redis's clock jumps %s, a live worker is not treated as lost", async ([, ms]) => {
  const { received } = await held()
  await jump(ms)
  await looks(3)
  release()
  expect((await received).at(-1)?.data).toMatchObject({ ending: { kind: 'responded' } })
})

test("a lost worker is detected within seconds after Redis's clock is set back", async () => {
  const { id, received } = await held()
  await redis.client.hset(keys.running, id, 'gone')
  await jump(-hour)
  expect((await received).at(-1)?.data).toMatchObject({ ending: { kind: 'worker-lost' } })
  release()
})
