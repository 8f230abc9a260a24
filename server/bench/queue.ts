import { counted } from '#core/text'
import { processPlan, requestPlan } from '../testing/sandbox.ts'
import { startTestServer, testConfig, confirmedRun, receive, literalEngine, noQuotas } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { startWorker, type StartedWorker } from '../queue/worker-main.ts'
import type { ExecutionPlan } from '../plan.ts'
import { startService } from '../testing/http-service.ts'
import { quantile, type Figure, type Section } from './figures.ts'

const CLIENTS = 16
const RUNS = 160
const files = Object.fromEntries(
  Array.from({ length: 10 }, (_none, at) => [`/project/.ai/tools/t${at}.py`, 'x'.repeat(1500)]),
)

/**
 * Measure the queue: its throughput with 1, 2 and 4 workers that each execute one run at a time, its overhead per run,
 * its cancel time, and the memory of a waiting run. Prints the reason and returns undefined if that fails.
 */
export async function measureQueue(): Promise<Section | undefined> {
  try {
    const figures: Figure[] = []
    for (const count of [1, 2, 4]) figures.push(...(await withWorkers(count)))
    figures.push(...(await overhead()), await cancelTime(), await waitingCost())
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

async function open(workers: number, flags: readonly string[] = []): Promise<Place> {
  const redis = await startTestRedis()
  const queue = ['--queue', redis.url, ...noQuotas, ...flags]
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
  const redisBefore = await redisProcessor(place.redis)
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (left-- > 0) {
        for (const { event, data } of await receive(await place.server.start({ command: 'true' }, files)))
          if (event === 'started') waits.push(Number(data['waited_ms']))
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const redisMs = ((await redisProcessor(place.redis)) - redisBefore) / RUNS
  await place.close()
  const how = `${RUNS} runs of \`true\` with 10 files by ${CLIENTS} clients, each one after the other; server, workers and Redis on one machine`
  const workers = counted(count, 'worker')
  return [
    { what: `runs a second, ${workers}`, value: RUNS / seconds, unit: 'runs/s', how },
    { what: `wait for a worker, p95, ${workers}`, value: quantile(waits, 0.95), unit: 'ms', how },
    { what: `processor time of Redis a run, ${workers}`, value: redisMs, unit: 'ms', how: 'as Redis says' },
  ]
}

/** A plan whose overhead is measured, with its name and its number of runs. */
interface Way {
  readonly what: string
  readonly plan: ExecutionPlan
  readonly runs: number
}

/**
 * The queue's overhead for a command and for a request. The request is the more precise measure, because it starts
 * no sandbox.
 */
async function overhead(): Promise<readonly Figure[]> {
  const service = await startService((_request, response) => response.end('{}'))
  const place = await open(1, ['--http-allow-private', `127.0.0.1:${service.port}`])
  const alone = await startTestServer([...noQuotas, '--http-allow-private', `127.0.0.1:${service.port}`])
  const figures: Figure[] = []
  for (const way of [
    { what: 'a command', plan: processPlan({ command: 'true' }), runs: 40 },
    { what: 'a request', plan: requestPlan(`http://127.0.0.1:${service.port}/`), runs: 100 },
  ])
    figures.push(...(await addedBy(way, place, alone)))
  await alone.close()
  await place.close()
  await service.close()
  return figures
}

async function addedBy(
  { what, plan, runs }: Way,
  { server, redis }: Place,
  alone: TestServer,
): Promise<readonly Figure[]> {
  const [queued, direct]: [Cost[], Cost[]] = [[], []]
  // The first rounds load and compile code, so they are not measured.
  for (let at = -3; at < runs; at++) {
    const [one, other] = [await costOf(server, plan), await costOf(alone, plan)]
    if (at < 0) continue
    queued.push(one)
    direct.push(other)
  }
  const before = await redisProcessor(redis)
  for (let at = 0; at < runs; at++) await costOf(server, plan)
  const redisMs = ((await redisProcessor(redis)) - before) / runs
  const added = (part: keyof Cost): number =>
    median(queued.map((cost) => cost[part])) - median(direct.map((cost) => cost[part]))
  const how = `from the word to the result, ${runs} runs each, in turns: the difference of the medians`
  const processor =
    'the difference of the medians for the process that is server, worker and client at once; that of Redis as it says'
  return [
    { what: `what the queue adds to ${what}`, value: added('wallMs'), unit: 'ms', bar: 8, how },
    {
      what: `${what} without a queue`,
      value: median(direct.map(({ wallMs }) => wallMs)),
      unit: 'ms',
      how: 'its median',
    },
    { what: `processor time that the queue adds to ${what}`, value: added('processorMs'), unit: 'ms', how: processor },
    { what: `processor time of Redis for ${what}`, value: redisMs, unit: 'ms', how: processor },
  ]
}

interface Cost {
  readonly wallMs: number
  readonly processorMs: number
}

async function costOf({ send }: TestServer, plan: ExecutionPlan): Promise<Cost> {
  const word = await confirmedRun(send, plan, files)
  const [began, used] = [performance.now(), process.cpuUsage()]
  await receive(await send('POST', '/api/run', word))
  const { user, system } = process.cpuUsage(used)
  return { wallMs: performance.now() - began, processorMs: (user + system) / 1000 }
}

/** The processor time that the Redis server has used, in milliseconds. */
async function redisProcessor({ client }: TestRedis): Promise<number> {
  const said = await client.info('cpu')
  const part = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(said)?.[1] ?? Number.NaN)
  return (part('used_cpu_sys') + part('used_cpu_user')) * 1000
}

/**
 * The time from a cancel request until the client receives the end of the run. The request is sent to a different
 * server than the one that accepted the run.
 */
async function cancelTime(): Promise<Figure> {
  const place = await open(1)
  const other = await startTestServer(['--queue', place.redis.url, ...noQuotas])
  const times: number[] = []
  for (let at = 0; at < 20; at++) {
    const response = await place.server.start({ command: '/bin/sh', args: ['-c', 'echo up; sleep 60'] })
    let began = Number.NaN
    await receive(response, ({ event }) => {
      if (event === 'stdout') {
        began = performance.now()
        void other.send('DELETE', `/api/run/${response.headers.get('x-run-id') ?? ''}`)
      }
      return false
    })
    times.push(performance.now() - began)
  }
  await other.close()
  await place.close()
  const how = 'p95 of 20 runs of `sleep 60`, from DELETE at another server to the ending at the client'
  return { what: 'a cancel until its ending', value: quantile(times, 0.95), unit: 'ms', bar: 1000, how }
}

async function waitingCost(): Promise<Figure> {
  const { redis, server, close } = await open(0)
  const used = async (): Promise<number> => {
    // Redis keeps 25 KB of statistics for each new command; they are not part of a run's cost.
    await redis.client.config('RESETSTAT')
    return Number(/^used_memory:(\d+)/m.exec(await redis.client.info('memory'))?.[1] ?? Number.NaN)
  }
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

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
