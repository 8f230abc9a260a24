import { isRequest } from '#core/rules'
import { protocolVersion, type Message } from '#core/run'
import type { Context, Hono } from 'hono'
import { jsonAnswer } from './answer-refusal.ts'
import { Refusal } from '../protocol/refusal.ts'
import type { GuardVariables } from './guard.ts'
import type { Host } from '../engine/host.ts'
import { readBody } from '../protocol/read-body.ts'
import { receiveBody } from '../protocol/receive-body.ts'
import { streamRun } from './run-stream.ts'
import { beginSession, isOfSession } from './session.ts'
import type { AwaitedRun, Begun, FollowedRun, RunService } from '../run/run-service.ts'
import type { Span } from '../tracing/tracing.ts'
import type { Metrics } from '../run/metrics.ts'
import { installHint } from '../sandbox/probe.ts'

export interface RunRouteParts {
  readonly host: Host
  readonly runService: RunService
  readonly metrics: Metrics
  /** Whether this server is stopping: it finishes accepted runs and accepts no new ones. */
  readonly isDraining: () => boolean
}

/** Maximum number of characters in a request that confirms a run or answers a question. */
const wordLength = 10_000

/** Maximum number of characters in a request that steers a walk, including changes to its state. */
const steerLength = 100_000

type App = Hono<{ Variables: GuardVariables }>

/** Adds the routes that run plans: analyze, run, reconnect, answer, steer, cancel. */
export function addRunRoutes(app: App, parts: RunRouteParts): void {
  const { host, runService, metrics } = parts
  const { config } = host

  app.post('/api/plan', async (c) => {
    if (parts.isDraining()) throw stopping()
    const step = beginStep(c, host, 'plan', c.req.header('traceparent'))
    const body = await receiveBody(c.req.raw)
    const session = config.hosted ? beginSession(c) : null
    const client = c.get('client')
    return traced(step, async () => {
      const analysed = await host.analyzeForRun(body, { client, signal: c.req.raw.signal })
      metrics.analysed()
      const { call, files, digest, graph, bytes } = analysed
      const { plan, status, diagnostics } = call
      const { level } = host.report
      const answer = { protocol: protocolVersion, sandbox_level: level, diagnostics } as const
      const noted = (): void => {
        step.end({ status })
        host.log.info({ trace_id: step.traceId, digest, status }, 'planned')
      }
      if (plan === null || status !== 'ready') {
        noted()
        return jsonAnswer(c, { ...answer, plan: null, digest: null, nonce: null })
      }
      const what = { call: { ...call, plan }, files, digest, graph, bytes }
      const nonce = await runService.keep({ ...what, client, session, level, traceparent: step.traceparent })
      if (nonce === undefined) throw tooLarge(config.pending_bytes)
      noted()
      const reach = graph ? { graph: graph.reach } : {}
      const plans = graph ? graph.reach.commands.flatMap((command) => command.plan ?? []) : [plan]
      const reads = host.own?.readBy(plans) ?? []
      const reported = reads.length === 0 ? {} : { reads }
      return jsonAnswer(c, { ...answer, plan, ...reach, ...reported, digest, nonce } satisfies Message<'plan answer'>)
    })
  })

  app.post('/api/run', async (c) => {
    const { nonce, digest } = await readBody('run request', c.req, wordLength)
    const client = c.get('client')
    const found = await runService.find(nonce, client)
    const again = found ? undefined : await runService.again(nonce, client, digest)
    if (again) return followedAnswer(c, ownRun(c, again))
    if (parts.isDraining()) throw stopping()
    // The parent is the plan's step, even if another request approves the run.
    const step = beginStep(c, host, 'accept', found?.traceparent ?? c.req.header('traceparent'))
    return traced(step, async () => {
      const begun = await runService.begin(nonce, checkConsent(host, found, digest))
      if (begun.kind === 'gone') throw confirmationMissing()
      if (begun.kind === 'busy') throw busy(begun)
      step.end({ run: begun.run.id })
      return followedAnswer(c, begun.run)
    })
  })

  app.get('/api/run/:id/events', async (c) => {
    const after = Number(c.req.header('last-event-id') ?? 0)
    return streamRun(c, ownRun(c, await runService.follow(c.req.param('id'))), Number.isSafeInteger(after) ? after : 0)
  })

  app.post('/api/run/:id/answer', async (c) => {
    const run = ownRun(c, await runService.follow(c.req.param('id')))
    const { question, digest, answer } = await readBody('answer request', c.req, wordLength)
    const taken = await run.answer(question, digest, answer)
    if (taken !== 'taken') throw answerRefusals[taken]()
    return c.json({ question, answer } satisfies Message<'answer taken'>)
  })

  app.post('/api/run/:id/steer', async (c) => {
    const run = ownRun(c, await runService.follow(c.req.param('id')))
    const word = await readBody('steer request', c.req, steerLength)
    const steered = await run.steer(word)
    if (steered !== 'taken') throw steerRefusals[steered]()
    return c.json({ id: run.id } satisfies Message<'steer taken'>)
  })

  app.delete('/api/run/:id', async (c) => {
    const run = ownRun(c, await runService.follow(c.req.param('id')))
    return c.json({ id: run.id, cancelled: await run.cancel() } satisfies Message<'cancel answer'>, 202)
  })
}

/** Start a traced step of a request; errors of the request are logged with the trace ID. */
function beginStep(
  c: Context<{ Variables: GuardVariables }>,
  host: Host,
  name: string,
  parent: string | undefined,
): Span {
  const step = host.tracing.begin(name, parent)
  c.set('trace', step.traceId)
  return step
}

/** End a refused step with the code of the refusal. */
async function traced<T>(step: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    step.end({}, error instanceof Refusal ? error.code : 'server-fault')
    throw error
  }
}

const answerRefusals = {
  unknown: () =>
    new Refusal(
      409,
      'question-unknown',
      'This question was already answered, or has expired.',
      'Check the current question of the run.',
    ),
  differs: () =>
    new Refusal(
      409,
      'command-differs',
      "The answer does not match the run's question.",
      'Review the command, then answer again.',
    ),
} as const

const steerRefusals = {
  'no-walk': () =>
    new Refusal(
      409,
      'walk-not-steered',
      'This run is not an active walk of a graph.',
      'Run a graph, then send commands between its started and result events.',
    ),
  'too-many': () =>
    new Refusal(
      429,
      'walk-steered-too-fast',
      'The worker has not yet read the previous command for this walk.',
      'The previous command still applies. Wait a second, then send the new command again.',
    ),
} as const

/** The response to an approval: the run that it started, from its first event. */
function followedAnswer(c: Context, run: FollowedRun): Response {
  c.header('X-Run-Id', run.id)
  return streamRun(c, run, 0)
}

/**
 * The run, if it belongs to the client's session.
 * @throws Refusal `run-unknown` for a missing run, and equally for a run of another session
 */
function ownRun(c: Context, run: FollowedRun | undefined): FollowedRun {
  if (run !== undefined && isOfSession(c, run.session)) return run
  throw new Refusal(
    404,
    'run-unknown',
    'The run does not exist, or its result is no longer stored.',
    'Start the run again.',
  )
}

/**
 * The run of a nonce, if the client approved exactly that run.
 * @throws Refusal if the run is missing, or its digest or sandbox level has changed.
 */
function checkConsent(host: Host, run: AwaitedRun | undefined, digest: string): AwaitedRun {
  if (run === undefined) throw confirmationMissing()
  if (run.digest !== digest) {
    throw new Refusal(
      409,
      'plan-differs',
      'The plan has changed since it was confirmed.',
      'Review the plan and confirm it.',
      { facts: { plan: run.call.plan, digest: run.digest } },
    )
  }
  const { level } = host.report
  if (run.level !== level) {
    throw new Refusal(
      409,
      'level-differs',
      `Runs on this server use sandbox level ${level}.`,
      'Show this level to the user and confirm again.',
      {
        facts: { sandbox_level: level },
      },
    )
  }
  checkLevel(host, run)
  return run
}

/**
 * Refuse a program if the sandbox is too weak. Hosted servers require level full; local servers require level full or
 * reduced, or the unsafe flag. HTTP plans start no program.
 */
function checkLevel({ config, report }: Host, { call }: AwaitedRun): void {
  if (isRequest(call.plan) || report.level === 'full') return
  if (config.hosted) {
    throw new Refusal(
      503,
      'sandbox-not-full',
      'Hosted runs require sandbox level full.',
      `${report.hint ?? installHint()}`,
    )
  }
  if (report.level === 'reduced' || config.unsafe_no_sandbox) return
  throw new Refusal(
    503,
    'sandbox-missing',
    'Runs are off: no sandbox works on this machine.',
    report.hint ?? installHint(),
  )
}

function tooLarge(bytes: number): Refusal {
  return new Refusal(
    413,
    'run-too-large',
    `A run that waits for confirmation can have at most ${bytes} bytes (setting pending_bytes).`,
    'Leave out large files, or raise pending_bytes.',
  )
}

function confirmationMissing(): Refusal {
  return new Refusal(
    403,
    'confirmation-missing',
    'This run does not wait for confirmation: it was already started, or has expired.',
    'Request the plan again, review it, and confirm it.',
  )
}

/**
 * The refusal of a run while this server stops. Behind a proxy, the next attempt can reach another server; a single
 * server is available again after a restart.
 */
function stopping(): Refusal {
  return new Refusal(503, 'stopping', 'This server is stopping and accepts no new runs.', 'Try again in 1 s.', {
    retryAfterSeconds: 1,
  })
}

/** The refusal of a run for lack of capacity. The nonce stays valid, so another attempt needs no second upload. */
function busy({ because, waiting, estimateMs }: Extract<Begun, { readonly kind: 'busy' }>): Refusal {
  const seconds = Math.max(1, Math.ceil(estimateMs / 1000))
  const whose = because === 'queue' ? 'The queue is full' : 'You have reached the limit of concurrent runs'
  return new Refusal(503, 'busy', `${whose} (${waiting} waiting).`, `Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  })
}
