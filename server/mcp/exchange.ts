import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  parseJSONRPCMessage,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server'
import { isObject } from '#core/read'
import { jsonOf, partsOf, received, sent, tooDeep } from './exact-messages.ts'

/** Maximum number of messages in one batch. */
export const batchMessages = 100

/** A batch whose answers are collected: the IDs without an answer, and the answers as JSON. */
interface Batch {
  readonly waiting: Set<unknown>
  readonly answers: string[]
}

/**
 * The messages of one client on standard input and output. The library skips a line that is not a message, and its
 * client would wait forever; here each such line gets an error. Batches (protocol 2025-03-26) are split for the
 * library, and their answers are joined.
 */
export class Exchange {
  readonly #write: (line: string) => void
  readonly #batches = new Set<Batch>()

  /** @param write Sends a line to the client that does not pass through `outgoing`. */
  constructor(write: (line: string) => void) {
    this.#write = write
  }

  /** The lines for the library; empty for a blank line, or if this class answers instead. */
  incoming(text: string): string {
    if (text.trim() === '') return ''
    if (!/^\s*\[/.test(text)) return this.#one(text, this.#write)
    const parts = partsOf(text)
    if (parts.length === 0 || parts.length > batchMessages) {
      this.#write(refusal(null, -32600, `A batch is a JSON array of 1 to ${batchMessages} messages.`))
      return ''
    }
    // The batch also waits for its own end, so it is complete only after all of its messages are known.
    const batch: Batch = { waiting: new Set<unknown>([parts]), answers: [] }
    this.#batches.add(batch)
    const lines = parts.map((part) => this.#one(part, (answer) => batch.answers.push(answer), batch))
    batch.waiting.delete(parts)
    this.#finish(batch, this.#write)
    return lines.filter((line) => line !== '').join('\n')
  }

  /** The text for the client: a message, a complete batch, or empty while the batch of an answer is incomplete. */
  outgoing(text: string): string {
    const id = this.#batches.size === 0 ? undefined : answeredId(text)
    const batch = id === undefined ? undefined : [...this.#batches].find(({ waiting }) => waiting.delete(id))
    if (batch === undefined) return sent(text)
    batch.answers.push(sent(text))
    let all = ''
    this.#finish(batch, (line) => (all = line))
    return all
  }

  #one(text: string, answer: (line: string) => void, batch?: Batch): string {
    const line = received(text)
    const value = jsonOf(line)
    const message = messageOf(value)
    if (message === undefined) {
      answer(refusalOf(value))
      return ''
    }
    if (isJSONRPCRequest(message)) batch?.waiting.add(message.id)
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
      this.#cancel(message.params?.['requestId'])
    return line
  }

  /** Called when the client cancels a request. It gets no answer, so its batch does not wait for it. */
  #cancel(id: unknown): void {
    for (const batch of this.#batches) if (batch.waiting.delete(id)) this.#finish(batch, this.#write)
  }

  #finish(batch: Batch, write: (line: string) => void): void {
    if (batch.waiting.size > 0) return
    this.#batches.delete(batch)
    if (batch.answers.length > 0) write(`[${batch.answers.join(',')}]`)
  }
}

/** The value as a message; undefined if the library would refuse it. */
function messageOf(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value)
  } catch {
    return undefined
  }
}

/** The ID of the request that a library message answers; undefined for other messages. */
function answeredId(text: string): unknown {
  const message = jsonOf(text)
  return isObject(message) && !('method' in message) ? message['id'] : undefined
}

function refusalOf(value: unknown): string {
  if (value === undefined) return refusal(null, -32700, 'This line is not valid JSON. Send one message per line.')
  const { id, method, params } = isObject(value) ? value : {}
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  if (params === tooDeep) return refusal(known, -32602, `params is ${tooDeep}.`)
  if (typeof method === 'string' && params !== undefined && !isObject(params))
    return refusal(known, -32602, 'params is not an object. Pass the parameters by name.')
  return refusal(known, -32600, 'This is not a request, notification or response of JSON-RPC 2.0.')
}

/** An error response, with the ID as the client sent it. */
function refusal(id: string | number | null, code: number, message: string): string {
  return sent(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
}
