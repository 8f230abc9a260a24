import { isObject, nodeAt, parseJson, readJson, type JsonValue } from '#core/read'
import { limits } from '#core/rules'
import { describeMessageProblem, protocolVersion, readMessage, type Message, type MessageName } from '#core/run'
import { Refusal } from './refusal.ts'

/**
 * Parse a request body as a protocol message, or refuse it with the problem and its location. A body that exceeds the
 * maximum message length is not parsed, because parsing blocks the event loop.
 */
export async function readBody<Name extends MessageName>(
  name: Name,
  request: { text(): Promise<string> },
  most: number,
): Promise<Message<Name>> {
  const text = await request.text()
  if (text.length > most)
    throw new Refusal(
      413,
      'body-too-large',
      `The ${name} can have at most ${most} characters.`,
      'Send a smaller request.',
    )
  return readText(name, text)
}

/**
 * Parse a received body as a protocol message. Values in messages to a walk stay exact.
 * @throws Refusal for invalid JSON, another protocol version or an invalid message
 */
export function readText<Name extends MessageName>(name: Name, text: string): Message<Name> {
  return understood(name, name === 'steer request' ? exactly(text, true) : parsed(text))
}

/**
 * Parse a plan request. Its parameters and the start of its walk stay exact; all other parts are plain JSON.
 * @throws Refusal for an invalid request
 */
export function readPlanRequest(text: string): Message<'plan request'> {
  const body = parsed(text)
  if (!isObject(body)) return understood('plan request', body)
  const parts = parseJson(text, { depth: limits.documentDepth })
  if (parts.kind === 'invalid') throw unreadable(parts.problem)
  const exact = (name: string, marked: boolean): object => {
    const node = nodeAt(parts.document, [name])
    return node ? { [name]: exactly(text.slice(node.start, node.end), marked) } : {}
  }
  return understood('plan request', { ...body, ...exact('parameters', false), ...exact('walk', true) })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

function exactly(text: string, marked: boolean): JsonValue {
  const read = readJson(text, { marked })
  if ('problem' in read) throw unreadable(read.problem)
  return read.value
}

function unreadable(problem?: string): Refusal {
  const why = problem === undefined ? '' : `: ${problem}`
  return new Refusal(400, 'body-unreadable', `The body is not valid JSON${why}.`, 'Send one JSON object.')
}

function understood<Name extends MessageName>(name: Name, body: unknown): Message<Name> {
  const read = readMessage(name, body)
  if ('value' in read) return read.value
  if (read.problem.at === '/protocol')
    throw new Refusal(
      400,
      'protocol-unknown',
      `This server uses version ${protocolVersion} of the protocol.`,
      'Reload the page, so that the page and the server have the same version.',
    )
  throw new Refusal(
    400,
    'body-unreadable',
    describeMessageProblem(read.problem),
    'See docs/reference/protocol.md for this request.',
  )
}
