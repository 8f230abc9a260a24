import { describeMessageProblem, protocolVersion, readMessage, type Message, type MessageName } from '#core'
import { Refusal } from './refusal.ts'

/**
 * Read the body of a request as one of the messages of the protocol, or refuse it with what is wrong and where. What is
 * longer than such a message may be is not parsed: the loop that does it answers everybody.
 */
export async function readBody<Name extends MessageName>(
  name: Name,
  request: { text(): Promise<string> },
  most: number,
): Promise<Message<Name>> {
  const text = await request.text()
  if (text.length > most)
    throw new Refusal(413, 'body-too-large', `A ${name} may have ${most} characters.`, 'Send less.')
  return readText(name, text)
}

/** The same for a body that is read already. */
export function readText<Name extends MessageName>(name: Name, text: string): Message<Name> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'body-unreadable', 'The body is no JSON.', 'Send one JSON object.')
  }
  const read = readMessage(name, body)
  if ('value' in read) return read.value
  if (read.problem.at === '/protocol')
    throw new Refusal(
      400,
      'protocol-unknown',
      `This server speaks version ${protocolVersion} of the protocol.`,
      'Reload the page, so that page and server are of one version.',
    )
  throw new Refusal(
    400,
    'body-unreadable',
    describeMessageProblem(read.problem),
    'See the description of the request in the README.',
  )
}
