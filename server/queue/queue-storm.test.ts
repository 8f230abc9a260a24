import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDroppingProxy, type DroppingProxy } from '../testing/dropping-proxy.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { receive, literalEngine, startTestServer, testConfig } from '../testing/server.ts'
import type { ReceivedEvent, TestServer } from '../testing/server.ts'
import { keys } from './keys.ts'
import { startWorker, type StartedWorker } from './worker-main.ts'
import { isNightly } from '../../core/testing/nightly.ts'

// The queue with a broken network, many clients and a slow reader. The test interrupts the network between Redis and
// one server and the worker.

let redis: TestRedis
let network: DroppingProxy
let server: TestServer
let worker: StartedWorker
const shell = (script: string) => ({ command: '/bin/sh', args: ['-c', script] })
const large = 8_000_000
const flags = (): readonly string[] => [
  ...['--queue', `redis://127.0.0.1:${network.port}`, '--client-runs', '50', '--client-pending-runs', '50'],
  // Each stream can use half of this limit.
  ...['--limits', `output_bytes=${large * 2 + 1000}`, '--runs-at-once', '4'],
]

beforeAll(async () => {
  redis = await startTestRedis()
  network = await startDroppingProxy(redis.port)
  server = await startTestServer(flags())
  worker = await startWorker(testConfig(flags()), () => literalEngine)
}, 60_000)
afterAll(async () => {
  await worker?.close()
  await server?.close()
  await network?.close()
  await redis?.close()
})

test('repeated network failures lose no event and no ending', async () => {
  const response = await server.start(shell('for i in 1 2 3 4 5 6 7 8; do echo line $i; sleep 0.15; done'))
  let cuts = 0
  const received = await receive(response, ({ event }) => {
    if (event === 'stdout' && cuts++ < 4) network.drop()
    return false
  })
  // A slow machine delivers several lines together, so there can be fewer cuts than lines.
  expect(cuts).toBeGreaterThan(0)
  const events = received.filter(({ event }) => event !== 'queued')
  expect(events.map(({ id }) => id)).toEqual(events.map((_event, at) => at + 1))
  expect(events.flatMap(({ event, data }) => (event === 'stdout' ? [data['text']] : [])).join('')).toBe(
    [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `line ${line}\n`).join(''),
  )
  expect(events.at(-1)?.data).toMatchObject({ success: true })
})

test('many cancellations give each run one ending', async () => {
  const responses = await Promise.all(Array.from({ length: 12 }, () => server.start(shell('sleep 60'))))
  const ids = responses.map(({ headers }) => headers.get('x-run-id') ?? '')
  const received = responses.map((response) => receive(response))
  await Promise.all([...ids, ...ids, ...ids].map((id) => server.send('DELETE', `/api/run/${id}`)))
  for (const events of await Promise.all(received)) {
    const results = events.filter(({ event }) => event === 'result')
    expect(results.map(({ data }) => data['ending'])).toEqual([{ kind: 'cancelled' }])
  }
  expect(await redis.client.zcard(keys.seats)).toBe(0)
})

test.runIf(isNightly)('a late reader gets 8 MB of output in order and complete', async () => {
  const response = await server.start(shell(`head -c ${large} /dev/zero | tr '\\0' x`))
  const id = response.headers.get('x-run-id') ?? ''
  await expect.poll(() => redis.client.hget(keys.run(id), 'state'), { timeout: 300_000 }).toBe('ended')
  const received = await receive(response)
  expect(printedIn(received)).toBe(large)
  expect(received.at(-1)?.data).toMatchObject({ ending: { kind: 'exited' }, output: { stdout: { bytes: large } } })
})

test.runIf(isNightly)(
  'a slow reader gets all output without prefetching, and the run continues when others leave',
  async () => {
    const patient = await startTestServer([...flags(), '--reconnect-seconds', '1'])
    const response = await patient.start(shell(`head -c ${large} /dev/zero | tr '\\0' x; sleep 2`))
    const id = response.headers.get('x-run-id') ?? ''
    // Another reader connects and leaves; the lag still counts the slow reader, which has read nothing.
    await receive(await patient.send('GET', `/api/run/${id}/events`), ({ event }) => event === 'stdout')
    const state = () => redis.client.hget(keys.run(id), 'state')
    await expect.poll(state, { timeout: 300_000 }).toBe('ended')
    const lag = async (): Promise<number> => {
      const metrics = await (await patient.send('GET', '/metrics')).text()
      return Number(/^rye_stream_lag_events (\d+)$/m.exec(metrics)?.[1])
    }
    // The server sends only as much as the network accepts.
    let before = await lag()
    await expect
      .poll(async () => {
        const [last, now] = [before, await lag()]
        before = now
        return now === last
      })
      .toBe(true)
    expect(before).toBeGreaterThan(0)
    const events = await receive(slowly(response))
    const numbers = events.filter(({ event }) => event !== 'queued').map(({ id: number }) => number)
    expect(numbers).toEqual(numbers.map((_number, at) => at + 1))
    expect(printedIn(events)).toBe(large)
    expect(events.at(-1)?.data).toMatchObject({ ending: { kind: 'exited' }, output: { stdout: { bytes: large } } })
    await patient.close()
  },
)

/** The same response, whose reader lets all other work run before it reads each part. */
function slowly(response: Response): Response {
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const slow = new TransformStream<Uint8Array, Uint8Array>({
    async transform(piece, controller) {
      await pause()
      controller.enqueue(piece)
    },
  })
  return new Response(response.body?.pipeThrough(slow))
}

/** The length of the output, from its events. */
function printedIn(events: readonly ReceivedEvent[]): number {
  return events.reduce((sum, { event, data }) => (event === 'stdout' ? sum + String(data['text']).length : sum), 0)
}

test('queue_stream_bytes: output beyond the limit is sent only with the result', async () => {
  const strict = await startTestServer(flags())
  const small = await startWorker(testConfig([...flags(), '--queue-stream-bytes', '20000']), () => literalEngine)
  await worker.close()
  const received = await receive(await strict.start(shell(`head -c 100000 /dev/zero | tr '\\0' x`)))
  worker = await startWorker(testConfig(flags()), () => literalEngine)
  await small.close()
  await strict.close()
  expect(printedIn(received)).toBeLessThanOrEqual(20_000)
  expect(received.at(-1)?.data).toMatchObject({ output: { stdout: { bytes: 100_000 } } })
})

test('a stopping worker finishes its active runs and takes no more', async () => {
  const response = await server.start(shell('echo up; sleep 1; echo done'))
  let isUp = (): void => {}
  const up = new Promise<void>((resolve) => (isUp = resolve))
  const running = receive(response, ({ event }) => {
    if (event === 'stdout') isUp()
    return false
  })
  await up
  const closing = worker.close()
  const waiting = await server.start(shell('echo later'))
  expect((await running).at(-1)?.data).toMatchObject({ output: { stdout: { text: 'up\ndone\n' } } })
  await closing
  expect(await redis.client.hlen(keys.running)).toBe(0)
  worker = await startWorker(testConfig(flags()), () => literalEngine)
  expect((await receive(waiting)).at(-1)?.data).toMatchObject({ output: { stdout: { text: 'later\n' } } })
})
