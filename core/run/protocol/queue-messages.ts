import * as v from 'valibot'
import type { AnalysedCall } from '../call.ts'
import type { GraphReach } from '../graph-reach.ts'
import type { Plan } from '../../answer/analysis.ts'
import { dialectNames } from '../../rules/dialect.ts'
import { readAs, type MessageProblem } from './messages.ts'
import { planSchema } from './plan-schema.ts'
import { reachSchema } from './reach-schema.ts'
import { count, mapping, shortText, texts, type Reads } from './values.ts'

/**
 * The version of the data that servers and workers share. Each version has its own queue, so that versions never read
 * each other's runs.
 */
export const queueVersion = 2

const protocol = v.literal(queueVersion, `must be ${queueVersion}, the version that this server supports`)
const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 hash in lowercase hex'))
const plain = v.array(mapping)

const callShape = v.looseObject({
  dialect: v.picklist(dialectNames),
  item_id: v.string(),
  status: v.literal('ready'),
  chain: plain,
  env: v.nullable(texts),
  plan: planSchema,
  lockfile: v.looseObject({ state: v.string(), path: v.nullable(v.string()) }),
  diagnostics: plain,
  trace: plain,
})

/** A call that is ready to run, stored unchanged, so that the run uses exactly the analyzed plan. */
const call = v.custom<AnalysedCall & { readonly plan: Plan }>(
  (value) => v.is(callShape, value),
  'must be a call that is ready to run',
)

/** A file of a run, with its content as base64. */
const file = v.object({ path: v.string(), base64: v.string(), mode: v.exactOptional(v.number()) })

const queueMessages = {
  /** A run from its analysis to its end, without its files. `shared` names files that many runs share. */
  'waiting run': v.object({
    protocol,
    call,
    shared: v.nullable(hex),
    digest: hex,
    graph: v.nullable(
      v.object({
        reach: v.custom<GraphReach>((value) => v.is(reachSchema, value), 'must be the reachable commands of a graph'),
        begins: v.optional(v.nullable(hex), null),
        task: v.object({
          body: v.string(),
          interpreters: v.array(v.string()),
          programs: v.nullable(
            v.array(v.object({ argv: v.array(v.string()), return_code: v.number(), stdout: v.string() })),
          ),
        }),
      }),
    ),
    /** The size of the job in the queue, in bytes. */
    bytes: count,
    client: v.string(),
    session: v.nullable(shortText),
    level: v.picklist(['full', 'reduced', 'none']),
    /** The trace context of the analysis, the parent of later spans (W3C Trace Context). */
    traceparent: shortText,
  }),
  /** The files of one run, or files that many runs share. */
  'run files': v.object({ protocol, files: v.array(file) }),
} as const

type QueueMessageName = keyof typeof queueMessages
export type QueueMessage<Name extends QueueMessageName> = v.InferOutput<(typeof queueMessages)[Name]>

/** Reads a message from another server or worker. Returns a problem for a different version or a malformed message. */
export function readQueueMessage<Name extends QueueMessageName>(
  name: Name,
  message: unknown,
): { readonly value: QueueMessage<Name> } | { readonly problem: MessageProblem } {
  const schema: Reads<QueueMessage<Name>> = queueMessages[name]
  return readAs(name, schema, message)
}
