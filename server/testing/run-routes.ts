import { Hono } from 'hono'
import type { Host } from '../engine/host.ts'
import { answerRefusal } from '../http/answer-refusal.ts'
import type { GuardVariables } from '../http/guard.ts'
import { addRunRoutes } from '../http/run-route.ts'
import { Refusal } from '../protocol/refusal.ts'
import type { Metrics } from '../run/metrics.ts'
import type { RunService } from '../run/run-service.ts'
import { recordingHost } from './recording-host.ts'

export interface RunRoutesSetting {
  readonly service?: Partial<RunService>
  readonly host?: Partial<Host>
  readonly flags?: readonly string[]
  readonly draining?: boolean
}

/** The run routes without a guard, with a test run service. */
export function runRoutes({ service = {}, host: more = {}, flags = [], draining = false }: RunRoutesSetting) {
  const report = { level: 'full', missing: [], hint: null, kernel_counts: true } as unknown as Host['report']
  const noted = recordingHost(flags, { report, ...more })
  const app = new Hono<{ Variables: GuardVariables }>()
  const traces: unknown[] = []
  app.onError((error, c) => {
    traces.push(c.get('trace'))
    return error instanceof Refusal ? answerRefusal(c, error) : c.json({ error: { code: error.message } }, 500)
  })
  app.use(async (c, next) => {
    c.set('client', 'client')
    await next()
  })
  let analyses = 0
  const metrics = { analysed: () => void analyses++ } as Metrics
  const runService = service as RunService
  addRunRoutes(app, { host: noted.host, runService, metrics, isDraining: () => draining })
  const send = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    app.request(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const codeOf = async (answer: Response | Promise<Response>): Promise<readonly unknown[]> => {
    const { status, headers } = await answer
    const { error } = (await (await answer).json()) as { error: { code: string } }
    return headers.has('retry-after') ? [status, error.code, headers.get('retry-after')] : [status, error.code]
  }
  return { ...noted, traces, send, codeOf, analyses: () => analyses }
}
