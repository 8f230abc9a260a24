import { writeJson } from '#core/read'
import type { HttpEnding, HttpOutcome } from '#core/run'
import type { HttpPlan } from '../plan.ts'
import { secondsOfRun, type LimitName, type Limits } from '../sandbox/limits.ts'
import { Turns } from '../turns.ts'
import { AddressRefused } from './address.ts'
import type { HttpReach } from './address.ts'
import { exchange, RequestRefused } from './http-exchange.ts'
import type { WireRequest, WireResponse } from './http-exchange.ts'
import { EventStream, slicesOf, type HttpReply, type ReceivedResponse } from './http-reply.ts'

export interface HttpRun {
  readonly plan: HttpPlan
  readonly signal: AbortSignal
  /** Called with each `data:` event when it arrives, in stream mode. */
  onEvent?(data: string): void
}

export interface HttpSettings {
  readonly reach: HttpReach
  readonly limits: Limits
  /** Wait before another attempt; tests replace it to avoid real waits. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const MOST_ATTEMPTS = 10
const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH'])

interface Answer {
  readonly ending: HttpEnding
  readonly headers: Readonly<Record<string, string>>
  readonly received?: ReceivedResponse
  readonly limit?: LimitName
}

interface Received {
  readonly received: ReceivedResponse
  /** Whether the response exceeded its limit and was cut. */
  readonly cut: boolean
}

/**
 * Send the request of an http_client plan (R15.2), and receive the response. The plan's timeout limits each attempt;
 * the host's limit `wall_seconds` limits all attempts and the waits between them together. Never throws: every problem
 * becomes an ending.
 */
export async function runHttp(settings: HttpSettings, run: HttpRun): Promise<HttpReply | HttpOutcome> {
  const began = performance.now()
  const finish = ({ received, ...answer }: Answer, attempts: number): HttpReply | HttpOutcome => ({
    primitive: run.plan.primitive,
    ...answer,
    ...(received ? { received } : { body: null }),
    attempts,
    duration_ms: performance.now() - began,
  })
  const request = wireRequest(run.plan)
  if (typeof request === 'string') return finish(without({ kind: 'not-started', reason: request }), 0)
  const most = Math.min(MOST_ATTEMPTS, Math.max(1, Math.floor(run.plan.retry?.max_attempts ?? 1)))
  const { wall_seconds } = settings.limits
  const deadline = deadlineIn(wall_seconds)
  const stop = AbortSignal.any([run.signal, deadline])
  for (let attempt = 1; ; attempt++) {
    const answer = await tryOnce(settings, run, request, deadline)
    const mayHelp = answer.ending.kind === 'failed' || answer.ending.kind === 'timed-out'
    if (!mayHelp || attempt >= most || stop.aborted) return finish(answer, attempt)
    await (settings.wait ?? waitFor)(backoffMs(run.plan, attempt), stop)
    if (run.signal.aborted) return finish(without({ kind: 'cancelled' }), attempt)
    if (deadline.aborted) return finish(timedOut(wall_seconds, 'wall_seconds'), attempt)
  }
}

/**
 * The pause after a failed attempt, in milliseconds: 1,000, 2,000, 4,000 and so on with exponential backoff, otherwise
 * 0.
 */
function backoffMs(plan: HttpPlan, attempt: number): number {
  return plan.retry?.backoff === 'exponential' ? 1000 * 2 ** (attempt - 1) : 0
}

async function tryOnce(
  settings: HttpSettings,
  run: HttpRun,
  request: WireRequest,
  deadline: AbortSignal,
): Promise<Answer> {
  const { seconds, limit } = secondsOfRun(run.plan.timeout, settings.limits)
  const timeout = limit ? deadline : deadlineIn(seconds)
  const signal = AbortSignal.any([run.signal, deadline, timeout])
  let response: WireResponse | undefined
  try {
    response = await exchange(request, settings.reach, signal)
    const { received, cut } = await receive(response, settings.limits.response_bytes, signal, run)
    const headers = response.headers
    if (!cut) return { ending: { kind: 'responded', status_code: response.status }, headers, received }
    const ending = { kind: 'output-limit', limit_bytes: settings.limits.response_bytes } as const
    return { ending, headers, received, limit: 'response_bytes' }
  } catch (error) {
    if (run.signal.aborted) return without({ kind: 'cancelled' })
    if (deadline.aborted) return timedOut(settings.limits.wall_seconds, 'wall_seconds')
    if (timeout.aborted) return timedOut(seconds)
    const reason = error instanceof Error ? error.message || error.name : String(error)
    const isRefused = error instanceof RequestRefused || error instanceof AddressRefused
    return without({ kind: isRefused ? 'not-started' : 'failed', reason })
  } finally {
    response?.body.destroy()
  }
}

function without(ending: HttpEnding): Answer {
  return { ending, headers: {} }
}

function timedOut(seconds: number, limit?: LimitName): Answer {
  const answer = without({ kind: 'timed-out', after_ms: Math.round(seconds * 1000) })
  return limit ? { ...answer, limit } : answer
}

function deadlineIn(seconds: number): AbortSignal {
  return AbortSignal.timeout(Math.ceil(seconds * 1000))
}

function wireRequest(plan: HttpPlan): WireRequest | string {
  const method = plan.method.toUpperCase()
  if (!/^[A-Z]{1,20}$/.test(method) || method === 'CONNECT' || method === 'TRACE')
    return `The HTTP method ${plan.method} is not supported. Use another method, such as GET or POST.`
  if (!URL.canParse(plan.url))
    return `${JSON.stringify(plan.url)} is not a valid URL. Write an absolute URL, such as https://example.org/.`
  const hasBody = BODY_METHODS.has(method) && plan.body !== null && plan.body !== undefined
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'rye-chain-playground',
  }
  if (hasBody) headers['content-type'] = 'application/json'
  for (const [name, value] of Object.entries({ ...plan.headers, ...authHeaders(plan) })) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[\r\n\0]/.test(value) || /[^\x00-\xff]/.test(value)) {
      return `The header ${JSON.stringify(name)} has invalid characters in its name or value. Remove them.`
    }
    headers[name.toLowerCase()] = value
  }
  return { method, url: new URL(plan.url), headers, body: hasBody ? writeJson(plan.body) : null }
}

function authHeaders({ auth }: HttpPlan): Record<string, string> {
  if (auth === null) return {}
  return auth.type === 'bearer' ? { authorization: `Bearer ${auth.token}` } : { [auth.header]: auth.key }
}

async function receive(response: WireResponse, cap: number, signal: AbortSignal, run: HttpRun): Promise<Received> {
  const isStream = run.plan.mode === 'stream'
  const pieces: Uint8Array[] = []
  const turns = new Turns()
  const events = new EventStream((data) => run.onEvent?.(data))
  let bytes = 0
  let cut = false
  signal.addEventListener('abort', () => response.body.destroy(new Error('aborted')), { once: true })
  for await (const part of response.body) {
    const chunk: Uint8Array = part
    const kept = chunk.subarray(0, Math.max(0, cap - bytes))
    bytes += chunk.length
    pieces.push(kept)
    for (const slice of isStream ? slicesOf(kept) : []) {
      if (turns.isDue) await turns.give()
      events.take(slice)
    }
    cut = bytes > cap
    if (cut) break
  }
  if (isStream) events.end()
  const contentType = response.headers['content-type'] ?? ''
  return { received: { pieces, contentType, isStream }, cut }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
