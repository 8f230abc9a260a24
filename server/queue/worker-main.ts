import { readConfig, sandboxSettings, type ServerConfig } from '../config.ts'
import type { Engine, Host, ServerFacts } from '../engine/host.ts'
import { openSandbox } from '../sandbox/probe.ts'
import { openShares } from '../shares/shares.ts'
import { openLog } from '../tracing/log.ts'
import { productVersion } from '../engine/product.ts'
import { openTracing } from '../tracing/open-tracing.ts'
import { levelProblem, openWorker } from './worker.ts'

export { NoRedis } from './redis.ts'

export interface StartedWorker {
  readonly message: string
  close(): Promise<void>
}

/**
 * Read the settings of a worker: those of a server, with a required `--queue`, and with `--concurrency` as another name
 * for `--runs-at-once`.
 */
export function readWorkerConfig(argv: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const words = argv.map((word) => word.replace(/^--concurrency(?==|$)/, '--runs-at-once'))
  const read = readConfig(words, env)
  if (read.kind === 'ready' && read.config.queue === '') {
    return {
      kind: 'refused',
      messages: ['--queue is missing. Pass redis://HOST, the queue whose runs this worker executes.'],
    } as const
  }
  return read
}

/**
 * Start a worker.
 * @throws Error with the reason why it may not serve this queue; NoRedis if Redis does not respond.
 */
export async function startWorker(
  config: ServerConfig,
  engine: (facts: ServerFacts) => Engine,
): Promise<StartedWorker> {
  const log = openLog(config)
  const tracing = await openTracing(config.otlp_endpoint, { role: 'worker', version: productVersion, log })
  const { sandbox, report } = await openSandbox(config.run_dir, sandboxSettings(config))
  const own = engine({
    ...{ config, interpreters: [], report },
    ask: () => Promise.reject(new Error('a worker does not analyze')),
  })
  const host: Host = {
    config,
    token: null,
    sandbox,
    report,
    interpreters: [],
    log,
    tracing,
    shares: await openShares('memory', '', {}),
    http: { reach: { allowed: config.http_allow, allowedPrivate: config.http_allow_private }, limits: config.limits },
    ...own,
  }
  const place = { url: config.queue, onError: (error: Error) => log.warn({ error }, 'redis') }
  const closeHost = async (): Promise<void> => {
    await host.close?.()
    await host.tracing.close()
    await sandbox.close()
  }
  try {
    const problem = await levelProblem(place, host)
    if (problem !== undefined) throw new Error(problem)
  } catch (error) {
    await closeHost()
    throw error
  }
  const worker = openWorker(host, place)
  return {
    message: `Worker ${worker.id}: up to ${config.runs_at_once} concurrent runs, sandbox level ${report.level}`,
    async close() {
      await worker.close()
      await closeHost()
    },
  }
}
