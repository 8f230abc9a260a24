import { isRequest } from '../rules/primitives.ts'
import type { StepRecord } from '../graph/record.ts'
import { encodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, type Dict, type Value } from '../read/value/value.ts'
import type { GraphEvent } from './graph-events.ts'
import type { GraphMessage, StateDifference, RecordMessage } from './protocol/graph-schema.ts'
import type { CapturedText } from './outcome.ts'
import type { ExecutionResult } from './result.ts'
import { utf8Length } from '../text/utf8-length.ts'

/**
 * Converts a walk's events to protocol messages. For each state, a message contains only the changes since
 * the previous state, so that the messages of a long walk stay small.
 */
export class GraphMessageWriter {
  readonly #states = new Map<string, Dict>()

  /** One event as JSON. `readMessage` and `GraphListener` reverse the conversion. */
  message(event: GraphEvent): JsonValue {
    if (event.kind === 'step_recorded')
      return packed({ ...event, record: this.#recordMessage(event.record, event.graph) })
    if (event.kind === 'call_answered') return packed({ ...event, result: travelling(event.result) })
    return packed(event)
  }

  #recordMessage(record: StepRecord, graph: readonly string[]): RecordMessage {
    const key = keyOf(graph)
    const before = differenceOf(this.#states.get(key) ?? none, record.before)
    const after = differenceOf(record.before, record.after)
    this.#states.set(key, record.after)
    return { ...record, before, after }
  }
}

/** The messages about the walk. All other messages are about pauses, approvals and saved walks. */
type WalkMessage = Exclude<GraphMessage, { readonly kind: (typeof personal)[number] }>

const personal = ['asks', 'answered', 'held', 'went_on', 'walk_saved'] as const

/** Whether a message is about the walk. */
export function isWalkEvent(message: GraphMessage): message is WalkMessage {
  return !personal.some((kind) => kind === message.kind)
}

/** Reads the messages of a `GraphMessageWriter` in order, and restores the complete states of records. */
export class GraphListener {
  readonly #states = new Map<string, Dict>()

  event(message: WalkMessage): GraphEvent {
    if (message.kind !== 'step_recorded') return message
    const { record } = message
    const key = keyOf(message.graph)
    const before = patched(this.#states.get(key) ?? none, record.before)
    const after = patched(before, record.after)
    this.#states.set(key, after)
    return { ...message, record: { ...record, before, after } }
  }
}

const none: Dict = new Map()

function keyOf(graph: readonly string[]): string {
  return graph.join('/')
}

/** The difference between two states. Unchanged values are the same objects, because states are immutable. */
function differenceOf(before: Dict, after: Dict): StateDifference {
  if (before === after) return { put: [], gone: [] }
  const put = [...after].filter(([key, value]) => !before.has(key) || before.get(key) !== value)
  return { put, gone: [...before.keys()].filter((key) => !after.has(key)) }
}

function patched(state: Dict, { put, gone }: StateDifference): Dict {
  if (put.length === 0 && gone.length === 0) return state
  const next = new Map(state)
  for (const key of gone) next.delete(key)
  for (const [key, value] of put) next.set(key, value)
  return next
}

/**
 * A call result for sending: without changed files, which the result of the run contains, and with shortened output.
 */
function travelling({ graph: _walk, output, ...result }: ExecutionResult): ExecutionResult {
  if (output === null || isRequest(output)) return { ...result, output }
  const { changes: _files, stdout, stderr, ...rest } = output
  return { ...result, output: { ...rest, stdout: headOf(stdout), stderr: headOf(stderr) } }
}

/** Maximum number of sent characters per output stream of a call. The record contains the complete value. */
const outputLength = 16_384

function headOf(said: CapturedText): CapturedText {
  if (said.text.length <= outputLength) return said
  // The cut must not split a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(said.text[outputLength - 1] ?? '') ? outputLength - 1 : outputLength
  const text = said.text.slice(0, end)
  return { ...said, text, omitted_bytes: said.omitted_bytes + utf8Length(said.text.slice(end)) }
}

/** An engine record as JSON, with graph values encoded by `encodeValue`. */
function packed(part: unknown): JsonValue {
  if (Array.isArray(part)) return part.map(packed)
  if (!isRecord(part)) return encodeValue(part as Value)
  const fields = Object.entries(part).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, packed(field)]))
}

/** Whether a value is a plain object of the engine. Python values are class instances or Maps. */
function isRecord(part: unknown): part is Readonly<Record<string, unknown>> {
  return (
    typeof part === 'object' &&
    part !== null &&
    !isDict(part as Value) &&
    Object.getPrototypeOf(part) === Object.prototype
  )
}
