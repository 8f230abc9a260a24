import { Transform } from 'node:stream'
import { encodeValue, isObject, nodeAt, parseJson, plain, writeJson, type JsonValue } from '#core/read'
import { limits } from '#core/rules'

/**
 * The library reads and writes messages with JavaScript's JSON, which changes numbers and the order of keys. The
 * library therefore receives text that survives this conversion: parameters encoded by `encodeValue`, and unsafe IDs as
 * strings.
 */

/** The prefix of an encoded ID, followed by its JSON. */
const idMark = '$py-id:'

/** The paths of IDs in received and in sent messages. */
const idPlaces = [['id'], ['params', 'requestId'], ['params', '_meta', 'progressToken']] as const
const sentIdPlaces = [['id'], ['params', 'requestId'], ['params', 'progressToken']] as const

/** A client's message or batch, converted for the library. Invalid JSON stays unchanged, and the library refuses it. */
export function received(text: string): string {
  const message = jsonOf(text)
  if (Array.isArray(message)) return `[${partsOf(text).map(received).join(',')}]`
  if (!isObject(message)) return text
  withoutNulls(message)
  const exact = parseJson(text, { depth: limits.documentDepth })
  const inside = (path: readonly string[]) => (exact.kind === 'parsed' ? nodeAt(exact.document, path) : undefined)
  const call = objectAt(message, ['params', 'arguments'])
  const parameters = inside(['params', 'arguments', 'parameters'])
  // If the message exceeds the digit or depth limit, the problem replaces the parameters, and the argument check
  // refuses it.
  if (call?.['parameters'] !== undefined && typeof call['parameters'] !== 'string')
    call['parameters'] = exact.kind === 'parsed' ? parameters && encodeValue(plain(parameters)) : exact.problem
  for (const path of idPlaces) {
    const place = inside(path)
    const id = place && text.slice(place.start, place.end)
    const holder = objectAt(message, path.slice(0, -1))
    const name = path.at(-1)
    if (id !== undefined && holder && name !== undefined && isChanged(holder[name], id)) holder[name] = idMark + id
  }
  withoutDepth(message)
  return JSON.stringify(message)
}

/** Replaces the `params` of a message that are nested too deep. Such a message is refused with this text. */
export const tooDeep = `nested deeper than ${limits.documentDepth} levels`

/** Replaces members that are nested too deep, because JavaScript's JSON reads deeper values than it can write. */
function withoutDepth(message: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(message))
    if (isDeep(value)) message[name] = name === 'params' ? tooDeep : null
}

function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= limits.documentDepth; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []))
    if (level.length === 0) return false
  }
  return true
}

/** The JSON text of each message in a batch (protocol 2025-03-26); none if the text is not a valid JSON array. */
export function partsOf(text: string): readonly string[] {
  const read = parseJson(text, { depth: limits.documentDepth })
  const list = read.kind === 'parsed' && read.document.kind === 'list' ? read.document.items : []
  return list.map(({ start, end }) => text.slice(start, end))
}

/**
 * Removes null members and an empty list as `params`: many clients send them for a value that is not set. Null inside
 * `parameters` is a value.
 */
function withoutNulls(message: Record<string, unknown>): void {
  if (!('method' in message)) return
  const { params } = message
  if (params === null || (Array.isArray(params) && params.length === 0)) delete message['params']
  for (const path of [['params'], ['params', '_meta'], ['params', 'arguments']]) {
    const holder = objectAt(message, path)
    for (const [name, value] of Object.entries(holder ?? {})) if (value === null) delete holder?.[name]
  }
}

/** A message of the library, converted for the client. */
export function sent(text: string): string {
  if (!text.includes('"$py') && !text.includes('"error":{"code":-3260')) return text
  const message = jsonOf(text)
  if (!isObject(message)) return text
  const error = objectAt(message, ['error'])
  const invalid = sentencesOf(error?.['message'])
  if (error && invalid !== undefined) Object.assign(error, { code: -32602, message: invalid })
  for (const path of sentIdPlaces) {
    const holder = objectAt(message, path.slice(0, -1))
    const name = path.at(-1)
    const id = name === undefined ? undefined : holder?.[name]
    if (holder && name !== undefined && typeof id === 'string' && id.startsWith(idMark))
      holder[name] = valueOf(id.slice(idMark.length))
  }
  return writeJson(message)
}

/**
 * Invalid parameters as sentences. The library lists them as JSON, and for most methods under the code of an internal
 * error (-32603). Undefined for other errors.
 */
function sentencesOf(text: unknown): string | undefined {
  const issues = jsonOf(String(text).replace(/^Invalid tools\/call request: /, ''))
  if (!Array.isArray(issues)) return undefined
  const sentence = ({ path, message }: Readonly<Record<string, unknown>>): string =>
    `${Array.isArray(path) ? path.join('.') : 'params'}: ${String(message)}.`
  return issues.filter(isObject).map(sentence).join(' ')
}

function isChanged(id: unknown, text: string): boolean {
  if (typeof id === 'string') return id.startsWith(idMark)
  return typeof id === 'number' && (String(id) !== text || !Number.isInteger(id))
}

function valueOf(text: string): JsonValue {
  const read = parseJson(text)
  return read.kind === 'parsed' ? encodeValue(plain(read.document)) : null
}

/** The value of a JSON text; undefined if it is not valid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The object at a path; undefined if another value or nothing is there. The caller changes it in place, because the
 * message was parsed only for this purpose.
 */
function objectAt(message: object, path: readonly string[]): Record<string, unknown> | undefined {
  let here: unknown = message
  for (const name of path) here = isObject(here) && Object.hasOwn(here, name) ? here[name] : undefined
  return isObject(here) ? here : undefined
}

/** Maximum number of bytes in a converted line; longer lines pass unchanged. */
const mostLine = 10 * 1024 * 1024

/** A stream of lines that converts each message. In an event stream, a message follows `data: `. */
export class ExactLines extends Transform {
  readonly #change: (text: string) => string
  #pieces: Buffer[] = []
  #length = 0

  constructor(change: typeof received) {
    super()
    this.#change = change
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.#take(chunk.subarray(from, end + 1))
      this.#pass()
      from = end + 1
    }
    this.#take(chunk.subarray(from))
    done()
  }

  override _flush(done: () => void): void {
    this.#pass()
    done()
  }

  #take(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#length += piece.length
    if (this.#length > mostLine) this.#release()
  }

  #pass(): void {
    if (this.#length === 0) return
    const line = Buffer.concat(this.#pieces).toString('utf8')
    this.#pieces = []
    this.#length = 0
    const [, head = '', text = '', end = ''] = /^((?:data: ?)?)(.*?)(\r?\n?)$/s.exec(line) ?? []
    const changed = this.#change(text)
    // A message that becomes empty, such as an answer that waits for its batch, has no line.
    if (changed !== '' || text === '') this.push(`${head}${changed}${end}`)
  }

  /** Passes on the start of an oversized line unchanged. The rest is converted like a separate line. */
  #release(): void {
    for (const piece of this.#pieces) this.push(piece)
    this.#pieces = []
    this.#length = 0
  }
}
