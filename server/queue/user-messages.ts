import { readMessage, type Message } from '#core/run'

/**
 * A numbered message from a user to a run: an answer to its question (R16.1), or an instruction for its walk (R16.8).
 */
export type UserMessage = { readonly number: number } & (
  | { readonly kind: 'answer'; readonly value: Message<'answer request'> }
  | { readonly kind: 'steer'; readonly value: Message<'steer request'> }
)

/**
 * Parse one message to a run. Returns an empty list if the message is invalid.
 * @throws SyntaxError if its text is not JSON
 */
export function readUserMessages(line: string): readonly UserMessage[] {
  const [, number, kind, text] = /^(\d+) (answer|steer) (.*)$/s.exec(line) ?? []
  if (kind === 'answer') {
    const read = readMessage('answer request', JSON.parse(String(text)))
    return 'value' in read ? [{ number: Number(number), kind, value: read.value }] : []
  }
  if (kind !== 'steer') return []
  const read = readMessage('steer request', JSON.parse(String(text)))
  return 'value' in read ? [{ number: Number(number), kind, value: read.value }] : []
}
