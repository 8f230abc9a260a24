import { processPlan } from '../testing/sandbox.ts'
import { startTestServer, testConfig, confirmedRun, hear, literalEngine, noQuotas } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { startWorker, type StartedWorker } from '../queue/worker-main.ts'
import type { Figure, Section } from './figures.ts'

const CLIENTS = 16
const RUNS = 160
const files = Object.fromEntries(
  Array.from({ length: 10 }, (_none, at) => [`/project/.ai/tools/t${at}.py`, 'x'.repeat(1500)]),
)

/** What the queue does with 1, 2 and 4 workers of one run at a time, what it adds to a run, and what a waiting run takes. */
export async function measureQueue(): Promise<Section | undefined> {
  try {
    const figures: Figure[] = []
    for (const count of [1, 2, 4]) figures.push(...(await withWorkers(count)))
    figures.push(await overhead(), await waitingCost())
    return { title: 'Queue in Redis', figures }
  } catch (fault) {
    console.error(`Queue figures are left out: ${fault instanceof Error ? fault.message : String(fault)}`)
    return undefined
  }
}

interface Place {
  readonly redis: TestRedis
  readonly server: TestServer
  close(): Promise<void>
}

async function open(workers: number): Promise<Place> {
  const redis = await startTestRedis()
  const queue = ['--queue', redis.url, ...noQuotas]
  const server = await startTestServer(queue)
  const config = testConfig([...queue, '--runs-at-once', '1'])
  const started: StartedWorker[] = []
  for (let at = 0; at < workers; at++) started.push(await startWorker(config, () => literalEngine))
  return {
    redis,
    server,
    async close() {
      await Promise.all(started.map((worker) => worker.close()))
      await server.close()
      await redis.close()
    },
  }
}

async function withWorkers(count: number): Promise<readonly Figure[]> {
  const place = await open(count)
  const waits: number[] = []
  let left = RUNS
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (left-- > 0) {
        for (const { event, data } of await hear(await place.server.start({ command: 'true' }, files)))
          if (event === 'started') waits.push(Number(data['waited_ms']))
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await place.close()
  const how = `${RUNS} runs of \`true\` with 10 files by ${CLIENTS} clients, each one after the other; server, workers and Redis on one machine`
  const workers = `${count} worker${count === 1 ? '' : 's'}`
  return [
    { what: `runs a second, ${workers}`, value: RUNS / seconds, unit: 'runs/s', how },
    { what: `wait for a worker, p95, ${workers}`, value: quantile(waits, 0.95), unit: 'ms', how },
  ]
}

/** One run after the other, through the queue and without it, in turns. */
async function overhead(): Promise<Figure> {
  const place = await open(1)
  const alone = await startTestServer(noQuotas)
  const [queued, direct]: [number[], number[]] = [[], []]
  for (let at = 0; at < 40; at++) {
    queued.push(await timeOf(place.server))
    direct.push(await timeOf(alone))
  }
  await alone.close()
  await place.close()
  const how = 'median from the word to the result, 40 runs each, in turns'
  return {
    what: 'what the queue adds to a run',
    value: quantile(queued, 0.5) - quantile(direct, 0.5),
    unit: 'ms',
    bar: 8,
    how,
  }
}

async function timeOf({ send }: TestServer): Promise<number> {
  const word = await confirmedRun(send, processPlan({ command: 'true' }), files)
  const began = performance.now()
  await hear(await send('POST', '/api/run', word))
  return performance.now() - began
}

async function waitingCost(): Promise<Figure> {
  const { redis, server, close } = await open(0)
  const used = async (): Promise<number> =>
    Number(/^used_memory:(\d+)/m.exec(await redis.client.info('memory'))?.[1] ?? Number.NaN)
  const runs = 100
  const before = await used()
  for (let at = 0; at < runs; at++) {
    const response = await server.start({ command: 'true' }, files)
    await response.body?.cancel()
  }
  const cost = ((await used()) - before) / runs / 1024
  await close()
  return {
    what: 'memory of Redis for a waiting run',
    value: cost,
    unit: 'KiB',
    how: `${runs} runs of 10 files of 1.5 KB that no worker takes`,
  }
}

function quantile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN
}
