import { describeMessageProblem, limits, readMessage, type Message, type MessageName, type Snapshot } from '#core'
import { codeOf, Trouble, UsageError, type Io } from './io.ts'

/** How long a server may take to answer, in milliseconds. */
const patience = 30_000

/** Keep a draft on a server; gives its short link. The token of a local server comes with its address, or in `RYE_TOKEN`. */
export async function keepShort(snapshot: Snapshot, address: string, io: Io): Promise<string> {
  const server = serverAt(address)
  const token = tokenIn(server) ?? io.env['RYE_TOKEN'] ?? ''
  const answer = await asked(server, '/api/shares', 'share answer', {
    method: 'POST',
    // A hosted server takes writes from its own page only, and this is what its page would say.
    headers: {
      'content-type': 'application/json',
      origin: server.origin,
      ...(token !== '' && { 'x-rye-token': token }),
    },
    body: JSON.stringify({ snapshot }),
  })
  return new URL(answer.path, server.origin).href
}

/** The document behind a short link, not yet read, or undefined where the link is none. */
export async function loadShort(link: string): Promise<unknown> {
  const id = /^https?:\/\/[^#?]*\/s\/([\w-]+)\/?(?:[#?].*)?$/.exec(link)?.[1]
  if (id === undefined) return undefined
  return (await asked(serverAt(link), `/api/shares/${id}`, 'shared snapshot', {})).snapshot
}

function serverAt(address: string): URL {
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return new URL(address)
  throw new UsageError(`${address} is no address of a server. Give one such as https://rye.example.org/.`)
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
): Promise<Message<Name>> {
  const response = await answerOf(server, new URL(path, server.origin), request)
  const body = await documentIn(response, server)
  if (!response.ok) throw new Trouble(`${server.origin} refuses: ${refusalIn(body, response.status)}`)
  const read = readMessage(name, body)
  if ('value' in read) return read.value
  throw new Trouble(`${server.origin} keeps no short links: ${describeMessageProblem(read.problem)}`)
}

/** The document of an answer, undefined where it is none; a server may send without end. */
async function documentIn({ body }: Response, server: URL): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of body ?? []) {
      length += piece.length
      if (length > limits.inputBytes)
        throw new Trouble(`${server.origin} sends more than ${limits.inputBytes} bytes, the limit inputBytes.`)
      pieces.push(piece)
    }
    return JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch (error) {
    if (error instanceof Trouble) throw error
    return undefined
  }
}

async function answerOf(server: URL, url: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(patience) })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why =
      cause instanceof Error && cause.name === 'TimeoutError'
        ? `nothing came within ${patience / 1000} s`
        : codeOf(cause) || (cause instanceof Error ? cause.message : String(cause))
    throw new Trouble(`No server that keeps short links answers at ${server.origin} (${why}).`)
  }
}

function refusalIn(body: unknown, status: number): string {
  const read = readMessage('problem', body)
  if (!('value' in read)) return `status ${status}.`
  const { code, message, hint } = read.value.error
  return `${message} ${code === 'token-missing' ? 'Give the whole address that the server printed, or set RYE_TOKEN.' : hint}`
}
