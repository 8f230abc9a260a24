import { limits } from '#core/rules'
import { describeMessageProblem, readMessage, type Message, type MessageName } from '#core/run'
import type { Link } from '#core/share'
import type { Snapshot } from '#core/workspace'
import type { Machine } from './options.ts'
import { codeOf, isTrouble, ReportedError } from './reported-error.ts'

/** How long a server may take to begin its answer, and again to end it, in milliseconds. */
const usualPatience = 30_000

/** Keep a draft on a server; gives its short link. The token of a local server comes with its address, or in `RYE_TOKEN`. */
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
    // A hosted server takes writes from its own page only, and this is what its page would say.
    headers: {
      'content-type': 'application/json',
      origin: server.origin,
      ...(token !== '' && { 'x-rye-token': token }),
    },
    body: JSON.stringify({ snapshot }),
  }
  const { path } = await asked(server, '/api/shares', 'share answer', request, patience)
  const link = new URL(path, server.origin)
  if (link.origin === server.origin) return link.href
  throw new ReportedError(
    'trouble',
    `${server.origin} keeps no short links: it answers with an address of ${link.origin}.`,
  )
}

/** The document behind a short link, not yet read, or undefined where the link is none. */
export async function loadShort({ address, short: id }: Link): Promise<unknown> {
  if (id === undefined || !/^[\w-]+$/.test(id)) return undefined
  return (await asked(serverAt(address), `/api/shares/${id}`, 'shared snapshot', {}, usualPatience)).snapshot
}

function serverAt(address: string): URL {
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return new URL(address)
  throw new ReportedError('usage', `${address} is no address of a server. Give one such as https://rye.example.org/.`)
}

/** A local server prints its address with the token of the launch behind it. */
function tokenIn({ hash, searchParams }: URL): string | undefined {
  return /[#&]token=([\w-]+)/.exec(hash)?.[1] ?? searchParams.get('token') ?? undefined
}

async function asked<Name extends MessageName>(
  server: URL,
  path: string,
  name: Name,
  request: RequestInit,
  patience: number,
): Promise<Message<Name>> {
  const response = await answerOf(server, new URL(path, server.origin), request, patience)
  const body = await documentIn(response, server, patience)
  if (!response.ok) throw new ReportedError('trouble', `${server.origin} refuses: ${refusalIn(body, response.status)}`)
  const read = readMessage(name, body)
  if ('value' in read) return read.value
  throw new ReportedError('trouble', `${server.origin} keeps no short links: ${describeMessageProblem(read.problem)}`)
}

/** The document of an answer, undefined where it is none. */
async function documentIn(response: Response, server: URL, patience: number): Promise<unknown> {
  const text = await textOf(response, server, patience)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All of an answer: a server may send without end, or stop in the middle. */
async function textOf({ body }: Response, server: URL, patience: number): Promise<string> {
  const reader = body?.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  let isLate = false
  // Node forgets the signal of a request once its answer has begun and memory is tidied.
  const late = setTimeout(() => {
    isLate = true
    void reader?.cancel().catch(() => undefined)
  }, patience)
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {}
      if (isLate)
        throw new ReportedError('trouble', `${server.origin} did not end its answer within ${patience / 1000} s.`)
      if (done || value === undefined) return Buffer.concat(pieces).toString('utf8')
      length += value.length
      if (length > limits.inputBytes)
        throw new ReportedError(
          'trouble',
          `${server.origin} sends more than ${limits.inputBytes} bytes, the limit inputBytes.`,
        )
      pieces.push(value)
    }
  } catch (error) {
    void reader?.cancel().catch(() => undefined)
    throw isTrouble(error)
      ? error
      : new ReportedError('trouble', `${server.origin} broke off its answer (${causeIn(error)}).`)
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
    const why = late.signal.aborted ? `nothing came within ${patience / 1000} s` : causeIn(error)
    throw new ReportedError('trouble', `No server that keeps short links answers at ${server.origin} (${why}).`)
  } finally {
    clearTimeout(timer)
  }
}

/** What was behind an error of a request: its code, or its words. */
function causeIn(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return codeOf(cause) || (cause instanceof Error ? cause.message : String(cause))
}

function refusalIn(body: unknown, status: number): string {
  const read = readMessage('problem', body)
  if (!('value' in read)) return `status ${status}.`
  const { code, message, hint } = read.value.error
  // The message is for the page; a command line has no page to reload.
  return code === 'token-missing'
    ? 'The server requires its token. Pass the whole URL that the server printed, or set RYE_TOKEN.'
    : `${message} ${hint}`
}
