import { StringDecoder } from 'node:string_decoder'
import { readOutcome, type Outcome } from '#core'
import type { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Confirmations } from '../run/confirmations.ts'
import { Refusal } from './errors.ts'
import { executePlan, outcomeDocument } from '../run/execute.ts'
import { spend } from './guard.ts'
import type { GuardVariables } from './guard.ts'
import type { AnalysisAnswer, Host } from '../engine/host.ts'
import type { Metrics } from './metrics.ts'
import type { ExecutionPlan } from '../run/plan.ts'
import type { Queue } from '../run/queue.ts'
import { parseAnalysisRequest, parseRunRequest, readObject, textOf } from './run-request.ts'
import { streamRun } from './run-stream.ts'
import type { RunRecord, Runs } from '../run/runs.ts'
import { installHint } from '../sandbox/probe.ts'

export interface RunParts {
  readonly host: Host
  readonly queue: Queue
  readonly runs: Runs
  readonly confirmations: Confirmations
  readonly metrics: Metrics
}

type App = Hono<{ Variables: GuardVariables }>

/** The routes that run plans: confirm, run, listen again, cancel. */
export function addRunRoutes(app: App, parts: RunParts): void {
  const { host, runs, confirmations, queue } = parts
  const limiter = new RateLimiterMemory({ points: Math.max(1, host.config.runs_per_minute), duration: 60 })

  app.post('/api/confirmations', async (c) => {
    const body = await readObject(c.req)
    const level = textOf(body, 'sandbox_level')
    if (level !== host.report.level) {
      throw new Refusal(
        409,
        'level-differs',
        `Runs here are at sandbox level ${host.report.level}.`,
        'Show that level and confirm anew.',
        {
          facts: { sandbox_level: host.report.level },
        },
      )
    }
    const digest = textOf(body, 'plan_digest')
    const confirmation = confirmations.give({ digest, client: c.get('client'), level: host.report.level })
    return c.json({ confirmation })
  })

  app.post('/api/plan', async (c) => {
    const { plan, digest, diagnostics } = await host.analyzeForRun(parseAnalysisRequest(await readObject(c.req)))
    return c.json({ plan, digest, diagnostics })
  })

  app.post('/api/run', async (c) => {
    const request = parseRunRequest(await readObject(c.req))
    const client = c.get('client')
    const answer = await host.analyzeForRun(request)
    const { plan, digest, diagnostics } = answer
    if (plan === null) {
      throw new Refusal(422, 'no-plan', 'The item has no plan.', 'See the diagnostics.', { facts: { diagnostics } })
    }
    if (digest !== request.plan_digest) {
      throw new Refusal(
        409,
        'plan-differs',
        'This server would run another plan.',
        'Look at the plan and confirm it.',
        {
          facts: { plan, digest, diagnostics },
        },
      )
    }
    checkLevel(host, plan)
    const confirmed = confirmations.find(request.confirmation, client)
    const isConfirmed = confirmed?.digest === digest && confirmed.level === host.report.level
    if (isConfirmed) await spend(limiter, client)
    if (!isConfirmed || !confirmations.use(request.confirmation)) {
      throw new Refusal(
        403,
        'confirmation-missing',
        'This plan has not been confirmed, or was run already.',
        'Confirm the exact command first.',
      )
    }
    const record = startRun(parts, answer, plan, client)
    c.header('X-Run-Id', record.id)
    return streamRun(c, record, 0)
  })

  app.get('/api/run/:id/events', (c) => {
    const record = found(runs.find(c.req.param('id')))
    const after = Number(c.req.header('last-event-id') ?? 0)
    return streamRun(c, record, Number.isSafeInteger(after) ? after : 0)
  })

  app.delete('/api/run/:id', (c) => {
    const record = found(runs.find(c.req.param('id')))
    record.cancel()
    return c.json({ id: record.id, cancelled: !record.isEnded }, 202)
  })

  app.get('/api/queue', (c) => {
    return c.json({ waiting: queue.waiting, running: queue.running, estimate_ms: queue.estimateMs(queue.waiting) })
  })
}

function found(record: RunRecord | undefined): RunRecord {
  if (record !== undefined) return record
  throw new Refusal(404, 'run-unknown', 'There is no such run, or its result is no longer kept.', 'Run it again.')
}

/** Hosted: full only. Local: full or reduced. None: only by the unsafe flag. HTTP plans run no program. */
function checkLevel({ config, report }: Host, plan: ExecutionPlan): void {
  if (plan.primitive === 'http_client' || report.level === 'full') return
  if (config.hosted) {
    throw new Refusal(
      503,
      'sandbox-not-full',
      'Hosted execution needs sandbox level full.',
      `${report.hint ?? installHint()}`,
    )
  }
  if (report.level === 'reduced' || config.unsafe_no_sandbox) return
  throw new Refusal(
    503,
    'sandbox-missing',
    'Nothing is run here: no sandbox works on this machine.',
    report.hint ?? installHint(),
  )
}

function startRun(parts: RunParts, answer: AnalysisAnswer, plan: ExecutionPlan, client: string): RunRecord {
  const { host, queue, runs, metrics } = parts
  const record = runs.open()
  const end = (outcome: Outcome, waitedMs: number, peak?: object): void => {
    const kept = readOutcome(outcome).success ? (answer.lockfile ?? null) : null
    record.publish('result', {
      outcome: outcomeDocument(outcome),
      lockfile: kept,
      waited_ms: Math.round(waitedMs),
      peak: peak ?? null,
    })
    metrics.ran(outcome.primitive, outcome.ending.kind, outcome.duration_ms / 1000)
    host.log.info(
      {
        run: record.id,
        digest: answer.digest,
        ending: outcome.ending.kind,
        ...figures(outcome),
        waited_ms: Math.round(waitedMs),
      },
      'run',
    )
  }
  const began = performance.now()
  const submitted = queue.submit({
    client,
    async run(signal) {
      const waited = performance.now() - began
      record.publish('started', { waited_ms: Math.round(waited) })
      for (const event of answer.trace ?? []) record.publish('trace', event)
      const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') }
      try {
        const { outcome, peak } = await executePlan(host, {
          plan,
          files: answer.files,
          signal,
          onOutput: (stream, chunk) => record.publish(stream, { text: decoders[stream].write(chunk) }),
          onEvent: (data) => record.publish('data', { data }),
        })
        end(outcome, waited, peak)
      } catch (error) {
        host.log.error({ run: record.id, error }, 'run failed')
        end(notRun(plan, 'The server failed to run this.'), waited)
      }
    },
    dropped(reason) {
      if (reason === 'shutdown') end(notRun(plan, 'The server is stopping.'), performance.now() - began)
      else end(cancelled(plan), performance.now() - began)
    },
    moved: (position) => record.publish('queued', { position, estimate_ms: queue.estimateMs(position) }),
  })
  if (submitted.kind === 'busy') {
    const seconds = Math.max(1, Math.ceil(queue.estimateMs(queue.waiting) / 1000))
    const whose =
      submitted.because === 'queue'
        ? 'The server has all the runs it can take'
        : 'You have all the runs you may have at once'
    throw new Refusal(503, 'busy', `${whose} (${queue.waiting} wait).`, `Try again in ${seconds} s.`, {
      retryAfterSeconds: seconds,
    })
  }
  const { ticket } = submitted
  record.onCancel(() => ticket.cancel())
  record.publish('accepted', { id: record.id, position: ticket.position(), estimate_ms: ticket.estimateMs() })
  return record
}

function notRun(plan: ExecutionPlan, reason: string): Outcome {
  return emptyOutcome(plan, { kind: 'not-started', reason })
}

function cancelled(plan: ExecutionPlan): Outcome {
  return emptyOutcome(plan, { kind: 'cancelled' })
}

function emptyOutcome(
  plan: ExecutionPlan,
  ending: { kind: 'cancelled' } | { kind: 'not-started'; reason: string },
): Outcome {
  if (plan.primitive === 'http_client')
    return { primitive: plan.primitive, ending, headers: {}, body: null, attempts: 0, duration_ms: 0 }
  const nothing = { text: '', bytes: 0, omitted_bytes: 0 }
  return { primitive: plan.primitive, ending, stdout: nothing, stderr: nothing, duration_ms: 0 }
}

/** Figures for the log, without anything that a plan or an output holds. */
function figures(outcome: Outcome): Record<string, unknown> {
  const common = { primitive: outcome.primitive, limit: outcome.limit, duration_ms: Math.round(outcome.duration_ms) }
  if (outcome.primitive === 'http_client') return { ...common, attempts: outcome.attempts }
  return {
    ...common,
    stdout_bytes: outcome.stdout.bytes,
    stderr_bytes: outcome.stderr.bytes,
    changes: outcome.changes?.length,
  }
}
