import { EventSourceParserStream } from 'eventsource-parser/stream'
import { readJson, writeJson } from '#core/read'
import {
  describeMessageProblem,
  protocolVersion,
  readMessage,
  type Message,
  type MessageName,
  type RunEvent,
} from '#core/run'
import type { Snapshot } from '#core/workspace'
import { askWithToken, serverToken } from './server-token.ts'

export { serverToken }
import { traceparentOf } from './trace.ts'

/** The health response of the server. */
export type ServerHealth = Message<'health'>

/** The start of a graph's walk: breakpoints, and a saved walk to continue. */
export type WalkBegins = NonNullable<Message<'plan request'>['walk']>

/** An error response of the server with its message, or a response that this page cannot parse. */
export class ServerRefusal extends Error {
  readonly code: string
  readonly hint: string

  constructor(code: string, message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

/** An event of a run. A listener that reconnects sends the number to continue after this event. */
export interface NumberedEvent {
  readonly number: number
  readonly event: RunEvent
  /** The unparsed data, which the page can send to a worker. */
  readonly text: string
}

/**
 * The timeout in milliseconds, first for the start of a response and then for its end. It is longer than the analysis
 * of the largest draft.
 */
export const answerMs = 30_000

/**
 * Check for a server. Resolves to undefined without a server, as on a static page. Rejects if the server does not
 * respond in time.
 */
export async function serverHealth(): Promise<ServerHealth | undefined> {
  try {
    const response = await request('/api/health', { headers: headers() })
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return undefined
    return await messageIn('health', response)
  } catch (error) {
    if (isSilence(error)) throw error
    return undefined
  }
}

/**
 * Request the server's plan for a draft. This is the only upload of a run: the server stores the draft until the
 * confirmation.
 */
export async function askPlan(snapshot: Snapshot, trace: string, walk?: WalkBegins): Promise<Message<'plan answer'>> {
  const { item_id, dialect } = snapshot
  const head = { protocol: protocolVersion, workspace: snapshot, item_id, dialect, ...(walk && { walk }) }
  // Send the parameters as typed, because parsing and formatting would change the text.
  const parameters = snapshot.parameters.trim() === '' ? '{}' : snapshot.parameters
  const text = `${writeJson(head, { marked: true }).slice(0, -1)},"parameters":${parameters}}`
  return messageIn('plan answer', await post('/api/plan', text, trace))
}

/** Confirm the server's plan. Yields the events of the run. */
export async function startRun(message: Message<'run request'>, trace: string): Promise<AsyncGenerator<NumberedEvent>> {
  return eventsOf(await post('/api/run', writeJson(message), trace))
}

/** Follow a run again from the event after `after`. */
export async function followRun(id: string, after: number): Promise<AsyncGenerator<NumberedEvent>> {
  const from = { ...headers(), 'last-event-id': String(after) }
  return eventsOf(await checked(await request(`/api/run/${id}/events`, { headers: from })))
}

/** Ask the server to cancel a run. Rejects with a ServerRefusal if it refuses. */
export async function cancelRun(id: string): Promise<void> {
  await checked(await request(`/api/run/${id}`, { method: 'DELETE', headers: headers() }))
}

/** Answer a run's request for approval. The answer applies only to the command shown. */
export async function answerRun(id: string, message: Message<'answer request'>): Promise<void> {
  await messageIn('answer taken', await post(`/api/run/${id}/answer`, writeJson(message)))
}

/** Steer the walk of a graph: continue, step or pause it, or set its breakpoints (R16.8). */
export async function steerRun(id: string, message: Message<'steer request'>): Promise<void> {
  await messageIn('steer taken', await post(`/api/run/${id}/steer`, writeJson(message, { marked: true })))
}

/** Store a snapshot on the server. Returns the ID of its short link. */
export async function storeShare(snapshot: Snapshot): Promise<string> {
  return (await messageIn('share answer', await post('/api/shares', writeJson({ snapshot })))).id
}

/** Load the unvalidated document of a short link. Rejects with a ServerRefusal if no server stores it. */
export async function loadShare(id: string): Promise<unknown> {
  const response = await request(`/api/shares/${id}`, { headers: headers() }).catch((error: unknown) => {
    if (isSilence(error)) throw error
  })
  // A static host responds with an HTML page or does not respond.
  if (!response?.headers.get('content-type')?.includes('json'))
    throw new ServerRefusal(
      'no-answer',
      'No short-link server responds at this address. Ask the sender for the long link.',
      '',
    )
  return (await messageIn('shared snapshot', await checked(response))).snapshot
}

/** The parsed events of a stream. Throws at an invalid event. */
async function* eventsOf({ body }: Response): AsyncGenerator<NumberedEvent> {
  if (!body) return
  const text = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
  const reader = text.pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const data = parsed(value.data, value.event === 'graph')
      const event = understood('run event', { event: value.event, data })
      yield { number: Number(value.id ?? 0), event, text: value.data }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Parse a JSON text with exact numbers. Returns undefined for invalid JSON. */
function parsed(text: string, marked = false): unknown {
  const read = readJson(text, { marked })
  return 'value' in read ? read.value : undefined
}

async function messageIn<Name extends MessageName>(name: Name, response: Response): Promise<Message<Name>> {
  return understood(name, parsed(await textOf(response)))
}

function understood<Name extends MessageName>(name: Name, document: unknown): Message<Name> {
  const read = readMessage(name, document)
  if ('value' in read) return read.value
  const hint = 'Reload the page to get the version that matches the server.'
  throw new ServerRefusal('message-unreadable', describeMessageProblem(read.problem), hint)
}

function headers(): Record<string, string> {
  return withToken(serverToken())
}

function withToken(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { 'x-rye-token': token }
}

/** Send a request. Resolves when the response starts; rejects after the timeout. */
function request(path: string, options: RequestInit): Promise<Response> {
  const end = new AbortController()
  return inTime(fetch(new URL(path, location.href), { ...options, signal: end.signal }), () => end.abort())
}

/** The text of a response. Rejects if the text does not arrive in time. */
function textOf(response: Response): Promise<string> {
  return inTime(response.text(), () => undefined)
}

/** Reject after the timeout, and call `end`. */
function inTime<T>(work: Promise<T>, end: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => {
      reject(silence())
      end()
    }
    const timer = setTimeout(late, answerMs)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function silence(): ServerRefusal {
  const message = `The server did not answer within ${answerMs / 1000} s.`
  return new ServerRefusal('no-answer', message, 'Check that it is running, then try again.')
}

function isSilence(error: unknown): boolean {
  return error instanceof ServerRefusal && error.code === 'no-answer'
}

async function post(path: string, text: string, trace?: string): Promise<Response> {
  const named = trace === undefined ? {} : { traceparent: traceparentOf(trace) }
  const ask = (token: string | undefined): Promise<Response> =>
    request(path, {
      method: 'POST',
      headers: { ...withToken(token), ...named, 'content-type': 'application/json' },
      body: text,
    })
  return checked(await askWithToken(ask))
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response
  const read = readMessage('problem', parsed(await textOf(response)))
  if ('problem' in read)
    throw new ServerRefusal(
      'no-answer',
      `The server answered with status ${response.status}.`,
      'Try again, or restart the server.',
    )
  const { code, message, hint } = read.value.error
  throw new ServerRefusal(code, message, hint)
}
