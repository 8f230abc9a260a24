import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { HttpPlan } from '../plan.ts'
import { moment } from './fleet-client.ts'
import { startService, type Service } from './http-service.ts'
import { freePort, startTestRedis, type TestRedis } from './redis.ts'
import { processPlan, requestPlan } from './sandbox.ts'
import { noQuotas } from './server.ts'

/** The number of attempts to start a part while Redis is missing; each attempt waits for some seconds. */
const MOST_TRIES = 60

/** A part that can be killed at any moment and started again. */
export interface Part {
  kill(): Promise<void>
  start(): Promise<void>
  /** Stop it like a suspended machine; `thaw` continues it. */
  freeze(): void
  thaw(): void
  /** Request an orderly stop; returns the exit code. */
  stop(): Promise<number | null>
}

/** Servers, workers and a Redis, each a process of its own. */
export interface Fleet {
  readonly redis: TestRedis
  readonly servers: readonly (Part & { readonly origin: string })[]
  readonly workers: readonly Part[]
  /** The service to which each run sends a request with its mark. */
  readonly marks: Service
  /** The folder of the files of running runs. */
  readonly runDir: string
  /** Stop servers and workers in order; returns their exit codes. */
  stop(): Promise<readonly (number | null)[]>
  close(): Promise<void>
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
  const queueDir = mkdtempSync(join(tmpdir(), 'rye-chaos-queue-'))
  const queue = ['--queue', redis.url, '--queue-dir', queueDir, '--run-dir', runDir, ...kept]
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
      for (const dir of [runDir, queueDir]) rmSync(dir, { recursive: true, force: true })
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
  /** Try once; returns whether it is ready. A part that finds no Redis ends with that reason. */
  const starts = async (): Promise<boolean> => {
    const started = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    let said = ''
    started.stderr.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-4000)))
    const ready = new Promise<true>((resolve) => createInterface(started.stdout).once('line', () => resolve(true)))
    const gone = new Promise<false>((resolve) => started.once('close', () => resolve(false)))
    const isReady = await Promise.race([ready, gone])
    if (!isReady && !said.includes('No Redis at ')) throw new Error(`${args[1]} ended: ${said}`)
    return isReady
  }
  return {
    async start() {
      // Like a service manager (`Restart=always`), start a part again that found no Redis.
      for (let tries = 1; !(await starts()); tries++) {
        if (tries === MOST_TRIES) throw new Error(`${args[1]} found no Redis ${tries} times`)
        await moment()
      }
    },
    kill: async () => void (await ended('SIGKILL')),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    stop: () => ended('SIGTERM'),
  }
}

/** A request that leaves a mark: executed twice it would leave two. On a machine that is busy it takes as long as it takes. */
export function markPlan(fleet: Fleet, mark: string): HttpPlan {
  return { ...requestPlan(`http://127.0.0.1:${fleet.marks.port}/${mark}`), timeout: 3600 }
}

export function shellPlan(script: string) {
  return processPlan({ command: '/bin/sh', args: ['-c', script] })
}
