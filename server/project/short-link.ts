import { limits } from '#core/rules'
import { describeMessageProblem, readMessage, type Message, type MessageName } from '#core/run'
import type { Link } from '#core/share'
import type { Snapshot } from '#core/workspace'
import type { Machine } from './options.ts'
import { codeOf, isTrouble, ReportedError } from './reported-error.ts'

/** Milliseconds that a server has to start its response, and the same time to finish it. */
const usualPatience = 30_000

/**
 * Store a draft on a server. Returns its short link. The address of a local server contains its token, unless
 * `RYE_TOKEN` is set.
 * @throws ReportedError if the server does not answer within `patience` milliseconds, refuses the draft or stores no
 * links
 */
export async function keepShort(
  snapshot: Snapshot,
  address: string,
  { env }: Pick<Machine, 'env'>,
  patience = usualPatience,
): Promise<string> {
  const server = serverAt(address)
  const token = tokenIn(server) ?? env['RYE_TOKEN'] ?? ''
  const request = {
    method: 'POST',
    // A hosted server accepts writes only from its own page, so this request imitates that page's headers.
    headers: {
      'content-type': 'application/json',
      origin: server.origin,
      ...(token !== '' && { 'x-rye-token': token }),
    },
    body: JSON.stringify({ snapshot }),
  }
  const { path } = await responseTo(server, '/api/shares', 'share answer', request, patience)
  const link = new URL(path, server.origin)
  if (link.origin === server.origin) return link.href
  throw new ReportedError(
    'trouble',
    `${server.origin} responded with a link to another server, ${link.origin}. Check the address of the server.`,
  )
}

/** The unparsed document of a short link; undefined if the link is not short. */
export async function loadShort({ address, short: id }: Link): Promise<unknown> {
  if (id === undefined || !/^[\w-]+$/.test(id)) return undefined
  return (await responseTo(serverAt(address), `/api/shares/${id}`, 'shared snapshot', {}, usualPatience)).snapshot
}

function serverAt(address: string): URL {
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return new URL(address)
  throw new ReportedError(
    'usage',
    `${address} is not the address of a server. Pass an address such as https://rye.example.org/.`,
  )
}

/** The token in the address that a local server prints; undefined if the address has none. */
function tokenIn({ hash, searchParams }: URL): string | undefined {
  return /[#&]token=([\w-]+)/.exec(hash)?.[1] ?? searchParams.get('token') ?? undefined
}

async function responseTo<Name extends MessageName>(
  server: URL,
  path: string,
  name: Name,
  request: RequestInit,
  patience: number,
): Promise<Message<Name>> {
  const response = await answerOf(server, new URL(path, server.origin), request, patience)
  const body = await documentIn(response, server, patience)
  if (!response.ok)
    throw new ReportedError('trouble', `${server.origin} refused the request: ${refusalIn(body, response.status)}`)
  const read = readMessage(name, body)
  if ('value' in read) return read.value
  throw new ReportedError(
    'trouble',
    `${server.origin} does not store short links: ${describeMessageProblem(read.problem)} Check the address.`,
  )
}

/** The document in a response; undefined if the response has none. */
async function documentIn(response: Response, server: URL, patience: number): Promise<unknown> {
  const text = await textOf(response, server, patience)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The whole body of a response.
 * @throws ReportedError if the server sends more than `limits.inputBytes`, stops in the middle or is too slow
 */
async function textOf({ body }: Response, server: URL, patience: number): Promise<string> {
  const reader = body?.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  let isLate = false
  // A separate timer, because Node drops the abort signal of a request when its response has started and garbage is
  // collected.
  const late = setTimeout(() => {
    isLate = true
    void reader?.cancel().catch(() => undefined)
  }, patience)
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {}
      if (isLate)
        throw new ReportedError(
          'trouble',
          `${server.origin} did not finish its response within ${patience / 1000} s. Try again.`,
        )
      if (done || value === undefined) return Buffer.concat(pieces).toString('utf8')
      length += value.length
      if (length > limits.inputBytes)
        throw new ReportedError(
          'trouble',
          `${server.origin} sent more than ${limits.inputBytes} bytes (limit inputBytes). Check the address.`,
        )
      pieces.push(value)
    }
  } catch (error) {
    void reader?.cancel().catch(() => undefined)
    throw isTrouble(error)
      ? error
      : new ReportedError('trouble', `${server.origin} ended its response early (${causeIn(error)}). Try again.`)
  } finally {
    clearTimeout(late)
  }
}

async function answerOf(server: URL, url: URL, request: RequestInit, patience: number): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), patience)
  try {
    return await fetch(url, { ...request, redirect: 'error', signal: late.signal })
  } catch (error) {
    const why = late.signal.aborted ? `no response within ${patience / 1000} s` : causeIn(error)
    throw new ReportedError(
      'trouble',
      `The request to ${server.origin} failed (${why}). Check the address and the network connection.`,
    )
  } finally {
    clearTimeout(timer)
  }
}

/** The cause of a failed request: its code, or its message. */
function causeIn(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return codeOf(cause) || (cause instanceof Error ? cause.message : String(cause))
}

function refusalIn(body: unknown, status: number): string {
  const read = readMessage('problem', body)
  if (!('value' in read)) return `status ${status}.`
  const { code, message, hint } = read.value.error
  // The server's message is for the page; on a command line, there is no page to reload.
  return code === 'token-missing'
    ? 'The server requires its token. Pass the whole URL that the server printed, or set RYE_TOKEN.'
    : `${message} ${hint}`
}
