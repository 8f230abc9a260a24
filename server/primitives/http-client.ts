import { createParser, type EventSourceParser } from 'eventsource-parser'
import { readJson, writeJson, type JsonValue } from '#core/read'
import type { HttpEnding, HttpOutcome } from '#core/run'
import type { HttpPlan } from '../plan.ts'
import type { LimitName, Limits } from '../sandbox/limits.ts'
import { AddressRefused } from './address.ts'
import type { HttpReach } from './address.ts'
import { exchange, RequestRefused } from './http-exchange.ts'
import type { WireRequest, WireResponse } from './http-exchange.ts'

/** Plan timeout where none is given (R15.2). */
const DEFAULT_HTTP_TIMEOUT_SECONDS = 30

export interface HttpRun {
  readonly plan: HttpPlan
  readonly signal: AbortSignal
  /** In stream mode, each `data:` event as it comes. */
  onEvent?(data: string): void
}

export interface HttpSettings {
  readonly reach: HttpReach
  readonly limits: Limits
  /** Wait before another attempt; a parameter so that tests need not wait. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const MOST_ATTEMPTS = 10
const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH'])

interface Answer {
  readonly ending: HttpEnding
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonValue
  readonly limit?: LimitName
}

/** Send what an http_client plan says (R15.2). Never throws: every trouble is an ending. */
export async function runHttp(settings: HttpSettings, run: HttpRun): Promise<HttpOutcome> {
  const began = performance.now()
  const finish = (answer: Answer, attempts: number): HttpOutcome => ({
    primitive: run.plan.primitive,
    ...answer,
    attempts,
    duration_ms: performance.now() - began,
  })
  const request = wireRequest(run.plan)
  if (typeof request === 'string') return finish(without({ kind: 'not-started', reason: request }), 0)
  const most = Math.min(MOST_ATTEMPTS, Math.max(1, Math.floor(run.plan.retry?.max_attempts ?? 1)))
  for (let attempt = 1; ; attempt++) {
    const answer = await tryOnce(settings, run, request, attempt)
    const mayHelp = answer.ending.kind === 'failed' || answer.ending.kind === 'timed-out'
    if (!mayHelp || attempt >= most || run.signal.aborted) return finish(answer, attempt)
    await (settings.wait ?? waitFor)(backoffMs(run.plan, attempt), run.signal)
    if (run.signal.aborted) return finish(without({ kind: 'cancelled' }), attempt)
  }
}

/** 1, 2, 4 ... seconds, or none where the plan wants none. */
function backoffMs(plan: HttpPlan, attempt: number): number {
  return plan.retry?.backoff === 'exponential' ? 1000 * 2 ** (attempt - 1) : 0
}

async function tryOnce(settings: HttpSettings, run: HttpRun, request: WireRequest, attempt: number): Promise<Answer> {
  const asked = run.plan.timeout ?? DEFAULT_HTTP_TIMEOUT_SECONDS
  const seconds = Math.min(asked, settings.limits.wall_seconds)
  const deadline = AbortSignal.timeout(Math.ceil(seconds * 1000))
  const signal = AbortSignal.any([run.signal, deadline])
  let response: WireResponse | undefined
  try {
    response = await exchange(request, settings.reach, signal)
    const { body, cut } = await readBody(response, settings.limits.response_bytes, signal, run)
    const headers = response.headers
    if (!cut) return { ending: { kind: 'responded', status_code: response.status }, headers, body }
    const ending = { kind: 'output-limit', limit_bytes: settings.limits.response_bytes } as const
    return { ending, headers, body, limit: 'response_bytes' }
  } catch (error) {
    if (run.signal.aborted) return without({ kind: 'cancelled' })
    if (deadline.aborted) {
      const answer = without({ kind: 'timed-out', after_ms: Math.round(seconds * 1000) })
      return asked > seconds ? { ...answer, limit: 'wall_seconds' } : answer
    }
    const reason = error instanceof Error ? error.message || error.name : String(error)
    const isRefused = error instanceof RequestRefused || error instanceof AddressRefused
    // A refusal after a redirect is still one: what the first place answered is not what the plan asked for.
    return without(
      isRefused && attempt === 1
        ? { kind: 'not-started', reason }
        : { kind: isRefused ? 'not-started' : 'failed', reason },
    )
  } finally {
    response?.body.destroy()
  }
}

function without(ending: HttpEnding): Answer {
  return { ending, headers: {}, body: null }
}

function wireRequest(plan: HttpPlan): WireRequest | string {
  const method = plan.method.toUpperCase()
  if (!/^[A-Z]{1,20}$/.test(method) || method === 'CONNECT' || method === 'TRACE')
    return `${plan.method} is no method to send.`
  if (!URL.canParse(plan.url)) return `${JSON.stringify(plan.url)} is no URL.`
  const hasBody = BODY_METHODS.has(method) && plan.body !== null && plan.body !== undefined
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'rye-chain-playground',
  }
  if (hasBody) headers['content-type'] = 'application/json'
  for (const [name, value] of Object.entries({ ...plan.headers, ...authHeaders(plan) })) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[\r\n\0]/.test(value) || /[^\x00-\xff]/.test(value)) {
      return `The header ${JSON.stringify(name)} cannot be sent.`
    }
    headers[name.toLowerCase()] = value
  }
  return { method, url: new URL(plan.url), headers, body: hasBody ? writeJson(plan.body) : null }
}

function authHeaders({ auth }: HttpPlan): Record<string, string> {
  if (auth === null) return {}
  return auth.type === 'bearer' ? { authorization: `Bearer ${auth.token}` } : { [auth.header]: auth.key }
}

async function readBody(
  response: WireResponse,
  cap: number,
  signal: AbortSignal,
  run: HttpRun,
): Promise<{ body: JsonValue; cut: boolean }> {
  const chunks: Buffer[] = []
  const events = new EventStream(run.onEvent)
  let bytes = 0
  let cut = false
  signal.addEventListener('abort', () => response.body.destroy(new Error('aborted')), { once: true })
  for await (const part of response.body) {
    const chunk = Buffer.from(part)
    const kept = chunk.subarray(0, Math.max(0, cap - bytes))
    bytes += chunk.length
    if (run.plan.mode === 'stream') events.take(kept)
    else chunks.push(kept)
    cut = bytes > cap
    if (cut) break
  }
  if (run.plan.mode === 'stream') return { body: events.end(), cut }
  return { body: jsonOrText(decoderOf(response.headers['content-type']).decode(Buffer.concat(chunks))), cut }
}

function jsonOrText(text: string): JsonValue {
  const read = readJson(text)
  return 'value' in read ? read.value : text
}

/** R15.2: a response is in the `charset` that it names, else in UTF-8; a byte order mark is no part of it. */
function decoderOf(contentType = '') {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? []
  try {
    return new TextDecoder(quoted ?? bare ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}

/** The data of the events of a server-sent stream, as they come. */
class EventStream {
  readonly #events: string[] = []
  readonly #decoder = new TextDecoder()
  readonly #parser: EventSourceParser

  constructor(onEvent: ((data: string) => void) | undefined) {
    this.#parser = createParser({
      onEvent: ({ data }) => {
        this.#events.push(data)
        onEvent?.(data)
      },
    })
  }

  take(chunk: Buffer): void {
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }))
  }

  /** What a stream leaves unfinished at its end counts: services often forget the last empty line. */
  end(): readonly string[] {
    this.#parser.feed(`${this.#decoder.decode()}\n\n`)
    return this.#events
  }
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
