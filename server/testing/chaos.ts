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

/** The maximum number of attempts to start a part while Redis is missing; each attempt waits for some seconds. */
const MOST_TRIES = 60

/** A process of a fleet that a test can kill at any moment and start again. */
export interface Part {
  kill(): Promise<void>
  start(): Promise<void>
  /** Suspend the process; `thaw` continues it. */
  freeze(): void
  thaw(): void
  /** Request a graceful shutdown; returns the exit code, or null if a signal ended the process. */
  stop(): Promise<number | null>
}

/** Servers, workers and a Redis, each in a separate process. */
export interface Fleet {
  readonly redis: TestRedis
  readonly servers: readonly (Part & { readonly origin: string })[]
  readonly workers: readonly Part[]
  /** The service that each run sends its mark to. */
  readonly marks: Service
  /** The folder for the files of active runs. */
  readonly runDir: string
  /** Shut down servers and workers gracefully; returns their exit codes. */
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
  /**
   * Start the process once. Returns true when it is ready, and false if it exits because it finds no Redis. Throws an
   * error if it exits for another reason.
   */
  const starts = async (): Promise<boolean> => {
    const started = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    let said = ''
    started.stderr.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-4000)))
    const ready = new Promise<true>((resolve) => createInterface(started.stdout).once('line', () => resolve(true)))
    const gone = new Promise<false>((resolve) => started.once('close', () => resolve(false)))
    const isReady = await Promise.race([ready, gone])
    if (!isReady && !said.includes('Cannot connect to Redis at ')) throw new Error(`${args[1]} ended: ${said}`)
    return isReady
  }
  return {
    async start() {
      // Restart a process that found no Redis, as a service manager does (`Restart=always`).
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

/**
 * A request that leaves a mark; if it ran twice, it would leave two marks. The timeout is long, because a test machine
 * can be busy.
 */
export function markPlan(fleet: Fleet, mark: string): HttpPlan {
  return { ...requestPlan(`http://127.0.0.1:${fleet.marks.port}/${mark}`), timeout: 3600 }
}

export function shellPlan(script: string) {
  return processPlan({ command: '/bin/sh', args: ['-c', script] })
}
