import { join } from '../disk-paths.ts'
import { loadOptional } from '../optional-packages.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { visible } from '#core/text'
import { createApp } from './app.ts'
import { Classroom } from './classroom.ts'
import { openDoor } from './listen.ts'
import type { Door } from './listen.ts'
import { isLoopback, sandboxSettings, shareRules, type ServerConfig } from '../config.ts'
import type { Engine, Host, RunningFacts } from '../engine/host.ts'
import { askProgram, findInterpreters, interpreterNames } from '../engine/interpreters.ts'
import { OwnInterpreters } from '../engine/own-interpreters.ts'
import { openSandbox } from '../sandbox/probe.ts'
import type { SandboxReport } from '../sandbox/probe.ts'
import { openShares } from '../shares/shares.ts'
import { openLog } from '../tracing/log.ts'
import { productVersion } from '../engine/product.ts'
import { openTracing } from '../tracing/open-tracing.ts'

export interface RunningServer {
  /**
   * The URL to open in a browser. In local mode, its fragment contains the token, because browsers do not send
   * fragments to servers.
   */
  readonly url: string
  readonly host: Host
  /** A message for the user: the address, the enabled and disabled features, and the way to stop the server. */
  readonly message: string
  close(): Promise<void>
}

/** Open the port, probe the machine and report the available features. Fails immediately if the port is in use. */
export async function serve(
  config: ServerConfig,
  engine: Engine | ((facts: RunningFacts) => Engine),
): Promise<RunningServer> {
  const door = await openDoor(config)
  try {
    return await serveBehind(door, config, engine)
  } catch (error) {
    await door.close()
    throw error
  }
}

async function serveBehind(
  door: Door,
  config: ServerConfig,
  engine: Engine | ((facts: RunningFacts) => Engine),
): Promise<RunningServer> {
  const log = openLog(config)
  // Missing packages end the start before it opens anything that keeps the process alive.
  const queue = config.queue === '' ? undefined : await loadOptional('--queue', () => import('../queue/open-shared.ts'))
  const tracing = await openTracing(config.otlp_endpoint, { role: 'server', version: productVersion, log })
  const options: unknown = JSON.parse(config.share_options)
  const shares = await openShares(config.share_store, config.share_dir, options, shareRules(config), {
    onError: (error) => log.warn({ error }, 'short links'),
  })
  const { sandbox, report } = await openSandbox(config.run_dir, sandboxSettings(config))
  // A hosted server does not use the interpreters of the user who starts it, and queue workers have their own.
  const starters =
    config.hosted || config.queue !== '' ? undefined : new OwnInterpreters(config.starter, interpreterNames)
  const interpreters = await findInterpreters(sandbox, starters)
  const http = {
    reach: { allowed: config.http_allow, allowedPrivate: config.http_allow_private },
    limits: config.limits,
  }
  const token = config.hosted ? null : config.token || randomBytes(24).toString('base64url')
  const shared = await queue?.openShared(config, log)
  const own =
    typeof engine === 'function'
      ? engine({ config, interpreters, report, sandbox, http, log, ask: (argv) => askProgram(sandbox, argv) })
      : engine
  const host: Host = {
    config,
    token,
    sandbox,
    // The sandbox level that the queue requires of all workers.
    report: shared ? { ...report, level: shared.level } : report,
    interpreters,
    log,
    tracing,
    shares,
    http,
    ...(starters ? { own: starters, neededBy: (plan) => starters.neededBy(plan) } : {}),
    ...own,
  }
  const room = config.class ? new Classroom(classOrigin(config, door.port), config.class_learners) : undefined
  const app = createApp(host, shared, room)
  door.open(getRequestListener(app.fetch))
  const url = `http://${nameOf(config.host)}:${door.port}/${token === null ? '' : `#token=${token}`}`
  return {
    url,
    host,
    message: [
      startMessage(url, config, report, door.port),
      ...classMessage(room?.link, config),
      ...[...(starters?.found ?? [])].flatMap(([name, { paths }]) =>
        paths.map((path) => `  ${name}: runs that start it can read ${visible(path)}`),
      ),
      ...(existsSync(join(config.web_dir, 'index.html'))
        ? []
        : [`  no page: ${visible(config.web_dir)} has no index.html; set --web-dir to the folder of the built page`]),
      ...(shares.fault === undefined ? [] : [`  ${shares.fault}`]),
      'Press Ctrl+C to stop',
    ].join('\n'),
    async close() {
      // The port stays open until runs have ended: clients reconnect to lost streams, and a supervisor can read the
      // state.
      await app.close()
      await door.close()
      await host.close?.()
      await host.tracing.close()
      await sandbox.close()
    },
  }
}

/** The loopback addresses for servers that listen on all addresses, which are not addresses to open. */
const openable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The name of a listening address in a URL. */
function nameOf(host: string): string {
  const address = openable[host] ?? host
  return isIPv6(address) ? `[${address}]` : address
}

/** The origin at which learners reach the server: the first host that the operator names, or else its address. */
function classOrigin({ host, allowed_hosts: [named] }: ServerConfig, port: number): string {
  const name = named ?? nameOf(host)
  return `http://${/:\d+$/.test(name) ? name : `${name}:${port}`}`
}

/** The messages about the class: the link for learners, and how to see the class; empty without a class. */
function classMessage(link: string | undefined, config: ServerConfig): readonly string[] {
  if (link === undefined) return []
  const reach = isLoopback(config.host)
    ? ['  only this computer can open the link; see docs/teach.md for a class on several computers']
    : []
  return [
    `  class: learners open ${link}`,
    '  class: to see the learners, open the URL above, press Ctrl+K and choose "Show the class"',
    ...reach,
  ]
}

/** The URL to open, enabled and disabled features, and the command that enables the disabled ones. */
export function startMessage(url: string, config: ServerConfig, report: SandboxReport, port = config.port): string {
  const { level } = report
  const runs =
    level === 'full'
      ? 'on, sandbox level full'
      : level === 'reduced' && !config.hosted
        ? 'on, sandbox level reduced: no system call filter'
        : level === 'none' && config.unsafe_no_sandbox
          ? 'ON WITHOUT ANY SANDBOX (--unsafe-no-sandbox): run only tools that you trust'
          : `off, sandbox level ${level}`
  const hosts = [...config.http_allow, ...config.http_allow_private]
  return [
    `Rye Chain Playground (${config.hosted ? 'hosted' : 'local'})`,
    `Open ${url}`,
    ...(config.port === 0 || port === config.port
      ? []
      : [`  port ${config.port} is in use, so the server uses a free port`]),
    `  real execution: ${runs}`,
    `  http requests:  ${hosts.length === 0 ? 'off (to allow hosts, pass --http-allow)' : hosts.join(', ')}`,
    ...(report.hint === null ? [] : [...report.missing.map((why) => `  ${why}`), `  for level full: ${report.hint}`]),
  ].join('\n')
}
