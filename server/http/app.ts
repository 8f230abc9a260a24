import { Hono } from 'hono'
import type { Context } from 'hono'
import type { ServerConfig } from '../config.ts'
import { builtFramePolicy, policyFor } from './csp.ts'
import { isolation } from './isolation.ts'
import { answerRefusal } from './answer-refusal.ts'
import { Refusal } from '../protocol/refusal.ts'
import { guard } from './guard.ts'
import type { GuardVariables } from './guard.ts'
import type { Host } from '../engine/host.ts'
import { openMetrics, type Metrics } from '../run/metrics.ts'
import { memoryLimiter, type OpenLimiter } from '../protocol/limiters.ts'
import type { Load, RunService } from '../run/run-service.ts'
import { localRunService } from '../run/local-run-service.ts'
import { addCardRoutes } from './card-route.ts'
import { addClassRoutes, learnerPaths } from './class-route.ts'
import type { Classroom } from './classroom.ts'
import { addProbes } from './probes.ts'
import { addRunRoutes } from './run-route.ts'
import { addShareRoutes } from './share-route.ts'
import { addStatusPage } from './status-page.ts'
import { traceIdOf } from '../tracing/tracing.ts'
import { sameSecret } from './same-secret.ts'
import { openStatic } from './static.ts'
import type { StaticRequest } from './static.ts'

/**
 * The app. `close` stops accepting runs, and resolves when accepted runs have ended or can continue at other servers.
 */
export interface App {
  readonly fetch: Hono<{ Variables: GuardVariables }>['fetch']
  readonly request: Hono<{ Variables: GuardVariables }>['request']
  close(): Promise<void>
}

/**
 * The parts that an app shares with other servers: the run service and the rate limiters. By default, all data stays in
 * this process.
 */
export interface AppShared {
  openRunService(host: Host, metrics: Metrics): RunService
  readonly openLimiter: OpenLimiter
}

const alone: AppShared = { openRunService: localRunService, openLimiter: memoryLimiter }
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * The whole server for a host. It does not read environment variables or open a port. `room`: the class of this
 * server.
 */
export function createApp(host: Host, { openRunService, openLimiter }: AppShared = alone, room?: Classroom): App {
  const { config } = host
  const metrics = openMetrics(() => runService.load())
  const runService = openRunService(host, metrics)
  const files = openStatic(config.web_dir)
  const frameCsp = (): string | undefined => host.frameCsp ?? builtFramePolicy(config.web_dir)
  const app = new Hono<{ Variables: GuardVariables }>()

  app.onError((error, c) => {
    const trace_id = c.get('trace') ?? traceIdOf(c.req.header('traceparent'))
    const { path } = c.req
    if (error instanceof Refusal) {
      const { code } = error
      metrics.refused(code)
      host.log.info({ trace_id, code, path }, 'refused')
      return answerRefusal(c, error)
    }
    host.log.error({ trace_id, error, path }, 'request failed')
    return answerRefusal(
      c,
      new Refusal(
        500,
        'server-fault',
        'The server failed. This is a bug.',
        'Try again. For details, see the server log.',
      ),
    )
  })
  let isDraining = false
  app.use('*', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(secureHeaders(c.req.path, config, frameCsp))) {
      if (name !== 'Cache-Control' || !c.res.headers.has(name)) c.header(name, value)
    }
  })
  addProbes(app, runService, () => isDraining)
  const figures = async (c: Context): Promise<Response> =>
    c.text(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  // A supervisor with the metrics token calls each server by its own address, so this route precedes the guard, which
  // checks host names. A request without the token continues to the guard.
  app.get('/metrics', async (c, next) => {
    const { metrics_token } = config
    const mayRead = metrics_token !== '' && sameSecret(`Bearer ${metrics_token}`, c.req.header('authorization'))
    return mayRead ? figures(c) : next()
  })
  app.use(
    '*',
    guard({
      allowedHosts: config.hosted ? config.allowed_hosts : [...LOOPBACK_NAMES, ...config.allowed_hosts],
      token: host.token,
      ...(room && { openWrites: learnerPaths }),
      bodyBytes: config.body_bytes,
      limiter: openLimiter({ name: 'requests', points: config.requests_per_minute, seconds: 60 }),
      trustedProxies: config.trusted_proxies,
      clientHeader: config.client_header,
      onRefused: (code, traceparent) => {
        metrics.refused(code)
        host.log.debug({ trace_id: traceIdOf(traceparent), code }, 'refused')
      },
    }),
  )

  app.get('/api/health', async (c) => c.json(health(host, await runService.load())))
  app.get('/metrics', (c) => (config.hosted ? unknownPath(c) : figures(c)))
  addRunRoutes(app, { host, runService, metrics, isDraining: () => isDraining })
  addShareRoutes(app, host, metrics, openLimiter)
  addStatusPage(app, host, runService)
  if (room) addClassRoutes(app, room)
  for (const [path, answer] of Object.entries(host.routes ?? {})) {
    app.all(path, (c) => answer(c.req.raw, c.get('client')))
  }
  addCardRoutes(app, host)
  app.get('*', async (c) => (await pageAnswer(c, files)) ?? unknownPath(c))
  app.all('*', unknownPath)

  return {
    fetch: app.fetch,
    request: app.request,
    close() {
      isDraining = true
      return runService.close()
    },
  }
}

function secureHeaders(path: string, config: ServerConfig, frameCsp: () => string | undefined): Record<string, string> {
  return {
    'Content-Security-Policy': policyFor(path, frameCsp),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...isolation(path),
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
    ...(/^\/(api|metrics|mcp)(\/|$)/.test(path) ? { 'Cache-Control': 'no-store' } : {}),
    ...(config.hosted ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

async function pageAnswer(c: Context, files: ReturnType<typeof openStatic>): Promise<Response | undefined> {
  const request: StaticRequest = {
    method: c.req.method,
    acceptEncoding: c.req.header('accept-encoding'),
    ifNoneMatch: c.req.header('if-none-match'),
  }
  return files.answer(c.req.path, request)
}

function unknownPath(c: Context): Response {
  return answerRefusal(
    c,
    new Refusal(404, 'path-unknown', 'No page or API route exists at this address.', 'Open / instead.'),
  )
}

/** The data that the page shows before any run: the level, the limits, and the interpreters on this machine. */
function health(host: Host, { waiting, running }: Load): unknown {
  const { report, config } = host
  const mayRun = report.level === 'full' || (!config.hosted && (report.level === 'reduced' || config.unsafe_no_sandbox))
  return {
    status: 'ok',
    version: host.version,
    mode: config.hosted ? 'hosted' : 'local',
    sandbox: {
      level: report.level,
      may_run: mayRun,
      kernel_counts: report.kernel_counts,
      missing: report.missing,
      hint: report.hint,
    },
    limits: config.limits,
    http: { hosts: [...config.http_allow, ...config.http_allow_private] },
    queue: { waiting, running, length: config.queue_length, at_once: config.runs_at_once },
    interpreters: host.interpreters,
    share_bytes: config.share_bytes,
  }
}
