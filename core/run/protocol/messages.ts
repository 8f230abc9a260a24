import * as v from 'valibot'
import { graphSchema } from './graph-schema.ts'
import { breaksSchema, steerSchema } from './steer-schema.ts'
import { diagnosticSchema, planSchema } from './plan-schema.ts'
import { reachSchema } from './reach-schema.ts'
import { resultSchema } from './result-schema.ts'
import { traceSchema } from './trace-schema.ts'
import { count, json, mapping, shallowMapping, shortText, type Reads } from './values.ts'
import { pointerTo } from '../../text/pointer.ts'

/** The version of the protocol. The plan request, which is the first message, contains it. */
export const protocolVersion = 1

const sandboxLevel = v.picklist(['full', 'reduced', 'none'])
const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 hash in lowercase hex'))

const event = <const Name extends string, const Data extends Reads<unknown>>(name: Name, data: Data) =>
  v.object({ event: v.literal(name), data })

/** Output of a tool. `at` is the address of its call, if a graph called the tool (R16.1). */
const output = v.object({ text: v.string(), at: v.exactOptional(v.string()) })

/** Every message between page, server and workers, by name. */
const messages = {
  /** `POST /api/plan`: files and an item, never a plan. `parseSnapshot` reads the snapshot in `workspace`. */
  'plan request': v.object({
    protocol: v.optional(v.literal(protocolVersion), protocolVersion),
    workspace: json,
    item_id: shortText,
    parameters: v.optional(mapping, {}),
    dialect: shortText,
    /** The start of a graph's walk (R16.8): normal, with breakpoints, or from a saved walk. */
    walk: v.exactOptional(
      v.object({
        steer: v.exactOptional(steerSchema),
        breaks: v.exactOptional(breaksSchema),
        resume: v.exactOptional(json),
      }),
    ),
  }),
  /**
   * The plan to run, and its confirmation. `nonce` is valid once, and `digest` covers the plan and the content of all
   * files. Null if the item cannot run.
   */
  'plan answer': v.object({
    protocol: v.literal(protocolVersion),
    plan: v.nullable(planSchema),
    /** The commands that a graph tool can reach (R16.1); absent for other tools. */
    graph: v.exactOptional(reachSchema),
    /** Folders on the server's machine that the run can read, because its interpreter is installed there. */
    reads: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
    digest: v.nullable(hex),
    nonce: v.nullable(shortText),
    sandbox_level: sandboxLevel,
    diagnostics: v.pipe(v.array(diagnosticSchema), v.readonly()),
  }),
  /** `POST /api/run`: the approval of the displayed plan. */
  'run request': v.object({ nonce: shortText, digest: hex }),
  /**
   * `POST /api/run/:id/answer`: the user's answer about a command without approval. `question` is valid once. `this`
   * allows the command, and `node` also allows later commands of the same node with the same item.
   */
  'answer request': v.object({ question: shortText, digest: hex, answer: v.picklist(['no', 'this', 'node']) }),
  'answer taken': v.object({ question: shortText, answer: v.picklist(['no', 'this', 'node']) }),
  /**
   * `POST /api/run/:id/steer`: controls the walk of a graph (R16.8). `inject` overrides keys of the state during a
   * pause, and `breaks` replaces the breakpoints, including those in called graphs.
   */
  'steer request': v.object({
    steer: v.exactOptional(steerSchema),
    inject: v.exactOptional(shallowMapping),
    breaks: v.exactOptional(breaksSchema),
  }),
  'steer taken': v.object({ id: shortText }),
  /** The answer to `DELETE /api/run/:id`. */
  'cancel answer': v.object({ id: shortText, cancelled: v.boolean() }),
  /** `POST /api/shares`. `parseSnapshot` reads the snapshot. */
  'share request': v.object({ snapshot: mapping }),
  'share answer': v.object({ id: shortText, path: shortText }),
  'shared snapshot': v.object({ id: shortText, snapshot: json }),
  /** The body of every error response. */
  problem: v.object({ error: v.object({ code: shortText, message: v.string(), hint: v.string() }) }),
  /** The fields of `GET /api/health` that the page uses. */
  health: v.object({
    version: v.string(),
    mode: v.picklist(['local', 'hosted']),
    sandbox: v.object({ level: sandboxLevel, may_run: v.boolean(), hint: v.nullable(v.string()) }),
    share_bytes: count,
  }),
  /** The events of a run. `result` is the last event. */
  'run event': v.variant('event', [
    event('accepted', v.object({ id: shortText, position: count, estimate_ms: v.number() })),
    event('queued', v.object({ position: count, estimate_ms: v.number() })),
    event('started', v.object({ waited_ms: v.number() })),
    event('trace', traceSchema),
    event('stdout', output),
    event('stderr', output),
    event('data', v.object({ data: v.string() })),
    event('graph', graphSchema),
    event('result', resultSchema),
  ]),
} as const

export type MessageName = keyof typeof messages
export type Message<Name extends MessageName> = v.InferOutput<(typeof messages)[Name]>
export type RunEvent = Message<'run event'>

/** The reason why a message cannot be read: the message name, the place in the message, and the problem. */
export interface MessageProblem {
  readonly message: string
  /** JSON pointer into the message. */
  readonly at: string
  readonly problem: string
}

/** Reads a message from the other side. Returns a problem for an unknown or malformed message. */
export function readMessage<Name extends MessageName>(
  name: Name,
  message: unknown,
): { readonly value: Message<Name> } | { readonly problem: MessageProblem } {
  return readAs<Message<Name>>(name, messages[name], message)
}

/** Reads a message with a schema. A problem contains the message name. */
export function readAs<T>(
  name: string,
  schema: Reads<T>,
  message: unknown,
): { readonly value: T } | { readonly problem: MessageProblem } {
  const read = v.safeParse(schema, message)
  if (read.success) return { value: read.output }
  const [issue] = read.issues
  const at = (issue.path ?? []).reduce((pointer, { key }) => pointerTo(pointer, String(key)), '')
  return { problem: { message: name, at, problem: issue.message } }
}

/** Describes a problem in one sentence. */
export function describeMessageProblem({ message, at, problem }: MessageProblem): string {
  return `The ${message} cannot be read${at === '' ? '' : ` at ${at}`}: ${problem}.`
}
