import type { HttpPlan } from '../plan.ts'
import type { processPlan } from './sandbox.ts'
import { planRequest, TOKEN, confirmationOf } from './server.ts'

/** The final result of a run, as a client sees it. */
export interface Ended {
  readonly mark: string
  readonly id: string
  readonly kind: string
  /** The number of results that the client received; any number but 1 is a fault. */
  readonly results: number
  readonly isGapless: boolean
}

/** A complete response. */
interface Answer {
  readonly status: number
  readonly text: string
  /** The status, headers and address of the response, for an error message. */
  readonly from: string
}

/** Plan, confirm and follow one run to its end at any of the servers, even if some of them are killed meanwhile. */
export async function runToEnd(
  origins: readonly string[],
  client: number,
  mark: string,
  plan: ReturnType<typeof processPlan> | HttpPlan,
): Promise<Ended> {
  const headers = {
    'x-rye-token': TOKEN,
    'content-type': 'application/json',
    'x-forwarded-for': `10.0.${Math.floor(client / 250)}.${(client % 250) + 1}`,
  }
  let turn = client
  /**
   * Try the servers in turn until one responds without a server error. A response that breaks off because its server
   * ended does not count.
   */
  const insist = async <T>(
    method: string,
    path: string,
    given: { readonly body?: unknown; readonly last?: number },
    take: (response: Response) => Promise<T>,
  ): Promise<T> => {
    for (; ; await moment()) {
      try {
        const response = await fetch(`${origins[turn++ % origins.length] ?? ''}${path}`, {
          method,
          headers: { ...headers, ...(given.last !== undefined && { 'last-event-id': String(given.last) }) },
          ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
        })
        // A server sends 408 after it was frozen for longer than the time limit of a request.
        if (response.status < 500 && response.status !== 408) return await take(response)
        await response.body?.cancel()
      } catch (error) {
        // `fetch` throws a `TypeError` for every failed connection, before or during the response.
        if (!(error instanceof TypeError)) throw error
      }
    }
  }
  const planned = await insist('POST', '/api/plan', { body: planRequest({ plan }) }, whole)
  if (planned.status !== 200) throw new Error(`No plan, but ${planned.status} ${planned.text}`)
  const confirmation = confirmationOf(parsed(planned.text, planned.from))
  let received = await insist('POST', '/api/run', { body: confirmation }, followed)
  if (typeof received === 'string') return { mark, id: '', kind: `refused: ${received}`, results: 0, isGapless: true }
  const id = received.headers.get('x-run-id') ?? ''
  let last = 0
  let results = 0
  let kind = ''
  let isGapless = true
  for (;;) {
    for await (const { number, event, data } of eventsOf(received)) {
      if (event === 'queued') continue
      if (number !== last + 1) isGapless = false
      last = number
      if (event !== 'result') continue
      results++
      kind = kindIn(data, id)
    }
    if (results > 0) return { mark, id, kind, results, isGapless }
    await moment()
    received = await insist('GET', `/api/run/${id}/events`, { last }, followed)
    if (typeof received === 'string') return { mark, id, kind: `lost: ${received}`, results, isGapless }
  }
}

/** The complete body; fails if the connection ends early. */
async function whole(response: Response): Promise<Answer> {
  const { status, url, headers } = response
  return { status, text: await response.text(), from: `${status} of ${url} with ${JSON.stringify([...headers])}` }
}

/** The stream of a run, or how the server refused it. */
async function followed(response: Response): Promise<Response | string> {
  if (response.status === 200) return response
  const { status, text } = await whole(response)
  return `${status} ${text}`
}

/**
 * The value of a JSON text. For any other text, throws an error that shows the end of the text and names its source.
 */
function parsed(text: string, from: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${text.length} characters that are not JSON, ${from}: ${text.slice(-200)}`, { cause })
  }
}

function kindIn(text: string, id: string): string {
  const data = parsed(text, `the result of run ${id}`)
  const ending = typeof data === 'object' && data !== null && 'ending' in data ? data.ending : null
  return typeof ending === 'object' && ending !== null && 'kind' in ending ? String(ending.kind) : 'none'
}

/** Wait 100 ms, so a killed process can restart. */
export function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100))
}

/** The complete events of a stream, until the stream or its server ends. An incomplete event is dropped. */
async function* eventsOf({ body }: Response): AsyncGenerator<{
  readonly number: number
  readonly event: string
  readonly data: string
}> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const read = await reader?.read().catch(() => undefined)
    if (read === undefined || read.done) return
    const blocks = (rest + read.value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
      if (field('event') !== '') yield { number: Number(field('id')), event: field('event'), data: field('data') }
    }
  }
}
