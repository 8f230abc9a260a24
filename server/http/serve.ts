import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { isIPv6 } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import type { ProgramAnswer } from '#core'
import { createApp } from './app.ts'
import type { ServerConfig } from '../config.ts'
import type { Host } from '../engine/host.ts'
import { askProgram, findInterpreters } from '../engine/interpreters.ts'
import { openSandbox } from '../sandbox/probe.ts'
import type { SandboxReport } from '../sandbox/probe.ts'
import { openShares } from '../shares/shares.ts'

/** The engine's part in a server. */
export type Engine = Pick<Host, 'analyzeForRun' | 'checkSnapshot' | 'close' | 'frameCsp' | 'routes' | 'version'>

export interface RunningServer {
  /** What to open in a browser; in local mode with the token in its fragment, which no server ever sees. */
  readonly url: string
  readonly host: Host
  /** What is on and what is off, for people. */
  readonly message: string
  close(): Promise<void>
}

/** Probe the machine, open the port, and say what is there. */
export async function serve(
  config: ServerConfig,
  engine: Engine | ((facts: ServerFacts) => Engine),
): Promise<RunningServer> {
  const { sandbox, report } = await openSandbox(config.run_dir, {
    limits: config.limits,
    firstUser: config.first_user,
    useCgroups: config.cgroups,
    needsGroups: config.hosted,
    expose: config.expose,
    spares: Math.min(2, config.runs_at_once),
  })
  const interpreters = await findInterpreters(sandbox)
  const token = config.hosted ? null : config.token || randomBytes(24).toString('base64url')
  const host: Host = {
    config,
    token,
    sandbox,
    report,
    interpreters,
    log: pino({ level: config.log_level, base: null }),
    shares: await openShares(config.share_store, config.share_dir, JSON.parse(config.share_options)),
    http: { reach: { allowed: config.http_allow, allowedPrivate: config.http_allow_private }, limits: config.limits },
    ...(typeof engine === 'function'
      ? engine({ config, interpreters, report, ask: (argv) => askProgram(sandbox, argv) })
      : engine),
  }
  const app = createApp(host)
  const server = createServer(getRequestListener(app.fetch))
  // Slow clients must not hold sockets for ever; streams have no such bound once they began.
  server.requestTimeout = 30_000
  server.headersTimeout = 10_000
  const port = await listenWhereFree(server, config)
  const name = isIPv6(config.host) ? `[${config.host}]` : config.host
  const url = `http://${name}:${port}/${token === null ? '' : `#token=${token}`}`
  return {
    url,
    host,
    message: startMessage(url, config, report, port),
    async close() {
      server.closeIdleConnections()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await app.close()
      setTimeout(() => server.closeAllConnections(), 1000).unref()
      await closed
      await host.close?.()
      await sandbox.close()
    },
  }
}

/** What the machine told, for the engine's predictions. */
export interface ServerFacts extends Pick<Host, 'config' | 'interpreters' | 'report'> {
  /** Run a short program in the sandbox, as `command` and `version_manager` need it (R6.3). */
  ask(argv: readonly string[]): Promise<ProgramAnswer>
}

/** Listen where the settings say; on a free port where the one of the default is taken and nobody asked for it. */
async function listenWhereFree(server: ReturnType<typeof createServer>, config: ServerConfig): Promise<number> {
  const { port, host, hosted, port_asked } = config
  try {
    return await listen(server, port, host)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    // Behind a proxy another port would be found by nobody.
    if (!port_asked && !hosted) return listen(server, 0, host)
    throw new Error(`Port ${port} is taken. Use --port with another number, or 0 for a free one.`, { cause: error })
  }
}

function listen(server: ReturnType<typeof createServer>, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
    })
  })
}

/** One URL, then what is on and off, then the one command that would bring what is missing. */
export function startMessage(url: string, config: ServerConfig, report: SandboxReport, port = config.port): string {
  const { level } = report
  const runs =
    level === 'full'
      ? 'on, sandbox level full'
      : level === 'reduced' && !config.hosted
        ? 'on, sandbox level reduced: no system call filter'
        : level === 'none' && config.unsafe_no_sandbox
          ? 'ON WITHOUT ANY SANDBOX (--unsafe-no-sandbox): run only what you would run yourself'
          : `off, sandbox level ${level}`
  const hosts = [...config.http_allow, ...config.http_allow_private]
  return [
    `Rye Chain Playground (${config.hosted ? 'hosted' : 'local'}): ${url}`,
    ...(config.port === 0 || port === config.port ? [] : [`  port ${config.port} was taken, so this is a free one`]),
    `  real execution: ${runs}`,
    `  http requests:  ${hosts.length === 0 ? 'off (--http-allow names hosts)' : hosts.join(', ')}`,
    ...(report.hint === null ? [] : [...report.missing.map((why) => `  ${why}`), `  for level full: ${report.hint}`]),
  ].join('\n')
}
