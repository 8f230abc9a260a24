import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HttpPlan } from '../plan.ts'
import { startService, type Service } from './http-service.ts'
import { freePort, startTestRedis, type TestRedis } from './redis.ts'
import { processPlan, requestPlan } from './sandbox.ts'
import { noQuotas, planRequest, TOKEN, wordOf } from './server.ts'

/** How often a part is started that finds no Redis: each try waits for some seconds. */
const MOST_TRIES = 60

/** A part that can be killed at any moment and started again. */
export interface Part {
  kill(): Promise<void>
  start(): Promise<void>
  /** Ask it to stop in good order; answers its exit code. */
  stop(): Promise<number | null>
}

/** Servers, workers and a Redis, each a process of its own. */
export interface Fleet {
  readonly redis: TestRedis
  readonly servers: readonly (Part & { readonly origin: string })[]
  readonly workers: readonly Part[]
  /** Where runs leave their marks: a request each, that tells its name. */
  readonly marks: Service
  /** Where runs keep their files while they last. */
  readonly runDir: string
  /** Stop servers and workers in good order; answers their exit codes. */
  stop(): Promise<readonly (number | null)[]>
  close(): Promise<void>
}

/** What a client got of a run, in the end. */
export interface Ended {
  readonly mark: string
  readonly id: string
  readonly kind: string
  /** Results that it heard; more or less than one is a fault. */
  readonly results: number
  readonly isGapless: boolean
}

export async function startFleet(
  program: string,
  counts: { servers: number; workers: number; keptSeconds: number },
  concurrency = 4,
): Promise<Fleet> {
  const runDir = mkdtempSync(join(tmpdir(), 'rye-chaos-'))
  const redis = await startTestRedis()
  const marks = await startService((_request, response) => setTimeout(() => response.end('{}'), 20))
  const seconds = String(counts.keptSeconds)
  const kept = ['--kept-result-seconds', seconds, '--pending-seconds', seconds]
  const queue = ['--queue', redis.url, '--run-dir', runDir, ...kept]
  const servers = await Promise.all(
    Array.from({ length: counts.servers }, async () => {
      const port = await freePort()
      const flags = ['--port', String(port), '--trusted-proxies', '127.0.0.1', ...noQuotas]
      return { origin: `http://127.0.0.1:${port}`, ...part([program, 'server', ...queue, ...flags]) }
    }),
  )
  const allow = ['--http-allow-private', `127.0.0.1:${marks.port}`, '--runs-at-once', String(concurrency)]
  const workers = Array.from({ length: counts.workers }, () => part([program, 'worker', ...queue, ...allow]))
  await Promise.all([...servers, ...workers].map((one) => one.start()))
  const stop = (): Promise<readonly (number | null)[]> => Promise.all([...servers, ...workers].map((one) => one.stop()))
  return {
    redis,
    servers,
    workers,
    marks,
    runDir,
    stop,
    async close() {
      await stop()
      await marks.close()
      await redis.close()
      rmSync(runDir, { recursive: true, force: true })
    },
  }
}

function part(args: readonly string[]): Part {
  let child: ChildProcess | undefined
  const ended = async (signal: NodeJS.Signals): Promise<number | null> => {
    const current = child
    if (!current || current.exitCode !== null || current.signalCode !== null) return current?.exitCode ?? null
    const exit = new Promise<number | null>((resolve) => current.once('exit', resolve))
    current.kill(signal)
    return exit
  }
  /** One try; answers whether it stands. A part that meets a Redis which is away ends, with the reason. */
  const stands = async (): Promise<boolean> => {
    const started = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    let said = ''
    started.stderr.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-4000)))
    const ready = new Promise<true>((resolve) => createInterface(started.stdout).once('line', () => resolve(true)))
    const gone = new Promise<false>((resolve) => started.once('close', () => resolve(false)))
    const isReady = await Promise.race([ready, gone])
    if (!isReady && !said.includes('Is Redis started there?')) throw new Error(`${args[1]} ended: ${said}`)
    return isReady
  }
  return {
    async start() {
      // As a service manager does (`Restart=always`): who found no Redis is started again.
      for (let tries = 1; !(await stands()); tries++) {
        if (tries === MOST_TRIES) throw new Error(`${args[1]} found no Redis ${tries} times`)
        await moment()
      }
    },
    kill: async () => void (await ended('SIGKILL')),
    stop: () => ended('SIGTERM'),
  }
}

/** A request that leaves a mark: executed twice it would leave two. */
export function markPlan(fleet: Fleet, mark: string): HttpPlan {
  return requestPlan(`http://127.0.0.1:${fleet.marks.port}/${mark}`)
}

export function shellPlan(script: string) {
  return processPlan({ command: '/bin/sh', args: ['-c', script] })
}

/** Plan, confirm and follow one run to its end, whatever of the fleet is away meanwhile. */
export async function runToEnd(
  fleet: Fleet,
  client: number,
  mark: string,
  plan: ReturnType<typeof shellPlan> | HttpPlan,
): Promise<Ended> {
  const headers = {
    'x-rye-token': TOKEN,
    'content-type': 'application/json',
    'x-forwarded-for': `10.0.${Math.floor(client / 250)}.${(client % 250) + 1}`,
  }
  let turn = client
  const origin = (): string => fleet.servers[turn++ % fleet.servers.length]?.origin ?? ''
  const insist = async (
    method: string,
    path: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    for (;;) {
      const text = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(origin() + path, { method, headers: { ...headers, ...more }, ...text }).catch(
        () => undefined,
      )
      // 408 is what a server says that stood still itself: it had no turn for as long as a client may take.
      if (response && response.status < 500 && response.status !== 408) return response
      await response?.body?.cancel()
      await moment()
    }
  }
  const planned = await insist('POST', '/api/plan', planRequest({ plan }))
  const answer = await planned.text()
  if (planned.status !== 200) throw new Error(`No plan, but ${planned.status} ${answer}`)
  const word = wordOf(JSON.parse(answer))
  let response = await insist('POST', '/api/run', word)
  const id = response.headers.get('x-run-id') ?? ''
  if (id === '')
    return { mark, id, kind: `refused ${response.status} ${await response.text()}`, results: 0, isGapless: true }
  let last = 0
  let results = 0
  let kind = ''
  let isGapless = true
  while (results === 0) {
    await listen(response, (number, event, data) => {
      if (event === 'queued') return
      if (number !== last + 1) isGapless = false
      last = number
      if (event !== 'result') return
      results++
      kind = kindIn(data)
    })
    if (results > 0) break
    await moment()
    response = await insist('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(last) })
    if (response.status !== 200) return { mark, id, kind: `lost ${response.status}`, results, isGapless }
  }
  return { mark, id, kind, results, isGapless }
}

function kindIn(text: string): string {
  const data: unknown = JSON.parse(text)
  const ending = typeof data === 'object' && data !== null && 'ending' in data ? data.ending : null
  return typeof ending === 'object' && ending !== null && 'kind' in ending ? String(ending.kind) : 'none'
}

/** Until somebody who is away may be back. */
function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100))
}

/** Hear a stream until it ends, or its server does. */
async function listen(response: Response, hear: (number: number, event: string, data: string) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const read = await reader?.read()
      if (read === undefined || read.done) return
      const blocks = (rest + read.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
        if (field('event') !== '') hear(Number(field('id')), field('event'), field('data'))
      }
    }
  } catch {
    // its server was killed; what was heard of it counts
  }
}
