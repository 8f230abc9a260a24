import type { Plan, Snapshot } from '#core'
import { parseRunResult, type RunResult } from './outcome.ts'
import { serverToken } from './server-token.ts'

/** What the server says of itself. */
export interface ServerHealth {
  readonly version: string
  readonly mode: string
  readonly sandbox: { readonly level: string; readonly may_run: boolean; readonly hint: string | null }
  readonly share_bytes: number
  readonly interpreters: readonly unknown[]
}

/** An answer of the server that is no success, in its own words. */
export class ServerRefusal extends Error {
  readonly code: string
  readonly hint: string
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, hint: string, facts: Readonly<Record<string, unknown>>) {
    super(message)
    this.code = code
    this.hint = hint
    this.facts = facts
  }
}

/** What the server would run for a draft, as it would really run it there. */
export interface ServerPlan {
  readonly plan: Plan
  readonly digest: string
  readonly same: boolean
}

/** What a run tells while it goes on. */
export interface RunEvents {
  accepted(id: string): void
  doing(text: string): void
  output(stream: 'stdout' | 'stderr', text: string): void
}

/** Ask whether a server is there; undefined is the ordinary state of a static page. */
export async function serverHealth(): Promise<ServerHealth | undefined> {
  try {
    const response = await fetch(new URL('/api/health', location.href), { headers: headers() })
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return undefined
    const health = (await response.json()) as ServerHealth
    return typeof health.sandbox?.level === 'string' ? health : undefined
  } catch {
    return undefined
  }
}

/** Ask what the server would run for a draft; `undefined` where it has no plan there, with the reasons. */
export async function serverPlan(
  snapshot: Snapshot,
  digest: string,
): Promise<{ readonly theirs: ServerPlan | undefined; readonly reasons: readonly string[] }> {
  const answer = (await (await post('/api/plan', questionBody(snapshot))).json()) as {
    readonly plan?: Plan | null
    readonly digest?: string | null
    readonly diagnostics?: readonly { readonly severity?: string; readonly message?: string }[]
  }
  const reasons = (answer.diagnostics ?? []).flatMap(({ severity, message }) =>
    severity === 'error' && message !== undefined ? [message] : [],
  )
  if (!answer.plan || typeof answer.digest !== 'string') return { theirs: undefined, reasons }
  const theirs = {
    plan: { ...answer.plan, digest: answer.digest },
    digest: answer.digest,
    same: answer.digest === digest,
  }
  return { theirs, reasons }
}

/** The plan that the server would run instead, where it refused one for that reason. */
export function otherPlan(error: unknown): ServerPlan | undefined {
  if (!(error instanceof ServerRefusal) || error.code !== 'plan-differs') return undefined
  const { plan, digest } = error.facts
  return typeof digest === 'string' && plan ? { plan: { ...(plan as Plan), digest }, digest, same: false } : undefined
}

/** Give the word for one exact plan and run it; the outcome comes when it ends. */
export async function runOnServer(
  snapshot: Snapshot,
  digest: string,
  level: string,
  events: RunEvents,
): Promise<RunResult> {
  const { confirmation } = (await (
    await post('/api/confirmations', { plan_digest: digest, sandbox_level: level })
  ).json()) as {
    confirmation: string
  }
  const response = await post('/api/run', {
    ...questionBody(snapshot),
    plan_digest: digest,
    confirmation,
  })
  if (!response.body) throw new ServerRefusal('no-stream', 'The server sent no stream.', 'Try again.', {})
  for await (const { event, data } of serverEvents(response.body)) {
    if (event === 'accepted') events.accepted(String(data['id']))
    else if (event === 'queued') events.doing(`Waiting: place ${String(data['position'])} in the queue`)
    else if (event === 'started') events.doing('Running…')
    else if (event === 'stdout' || event === 'stderr') events.output(event, String(data['text'] ?? ''))
    else if (event === 'result') {
      const result = parseRunResult(data)
      if (result) return result
      throw new ServerRefusal('result-unreadable', 'The run ended, but its result cannot be read.', 'Try again.', {})
    }
  }
  throw new ServerRefusal(
    'cut-off',
    'The server stopped talking before the run ended.',
    'See whether it still runs, then try again.',
    {},
  )
}

/** End a run early. */
export async function stopOnServer(id: string): Promise<void> {
  await fetch(new URL(`/api/run/${id}`, location.href), { method: 'DELETE', headers: headers() })
}

/** Keep a snapshot on the server; gives the id of its short link. */
export async function storeShare(snapshot: Snapshot): Promise<string> {
  const { id } = (await (await post('/api/shares', { snapshot })).json()) as { id: string }
  return id
}

/** The document behind a short link, not yet read. */
export async function loadShare(id: string): Promise<unknown> {
  const response = await fetch(new URL(`/api/shares/${id}`, location.href), { headers: headers() }).catch(
    () => undefined,
  )
  // A page without a server answers with itself, or not at all.
  if (!response?.headers.get('content-type')?.includes('json'))
    throw new ServerRefusal('no-answer', 'No server that keeps short links answers here.', '', {})
  return ((await (await checked(response)).json()) as { snapshot: unknown }).snapshot
}

/** Events of a server-sent stream, in order. */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ readonly event: string; readonly data: Readonly<Record<string, unknown>> }> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const parts = (rest + value).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const lines = part.split('\n')
      const field = (name: string): string =>
        lines
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trimStart())
          .join('\n')
      const event = field('event')
      if (event !== '') yield { event, data: JSON.parse(field('data') || '{}') as Record<string, unknown> }
    }
  }
}

function questionBody(snapshot: Snapshot): object {
  return {
    workspace: snapshot,
    item_id: snapshot.item_id,
    parameters: JSON.parse(snapshot.parameters === '' ? '{}' : snapshot.parameters) as unknown,
    dialect: snapshot.dialect,
  }
}

function headers(): Record<string, string> {
  const token = serverToken()
  return token === undefined ? {} : { 'x-rye-token': token }
}

async function post(path: string, body: unknown): Promise<Response> {
  const response = await fetch(new URL(path, location.href), {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return checked(response)
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response
  const body = (await response.json().catch(() => ({}))) as {
    error?: { code?: string; message?: string; hint?: string }
  }
  const { code = 'no-answer', message = `The server answered ${response.status}.`, hint = '' } = body.error ?? {}
  throw new ServerRefusal(code, message, hint, body)
}
