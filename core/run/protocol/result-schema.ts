import { processKinds, requestKinds } from '../../rules/primitives.ts'
import * as v from 'valibot'
import type { PortableElement } from '../lock-run.ts'
import type { FileChange, HttpOutcome, LeftOut, ProcessOutcome } from '../outcome.ts'
import type { Ending, RunOutput } from '../outcome.ts'
import type { ExecutionResult } from '../result.ts'
import { diagnosticSchema } from './plan-schema.ts'
import { traceSchema } from './trace-schema.ts'
import { count, json, texts, type Reads } from './values.ts'
import { decodeBase64 } from '../../text/base64.ts'
import { pathProblem } from '../../workspace/snapshot/snapshot-path.ts'

const kind = <const Kind extends string, const Entries extends v.ObjectEntries>(name: Kind, entries: Entries) =>
  v.object({ kind: v.literal(name), ...entries })

/** R14.2: the schema of each ending. A missing ending does not compile. */
const endings = {
  exited: kind('exited', { return_code: v.pipe(v.number(), v.integer()) }),
  killed: kind('killed', { signal: v.string() }),
  'timed-out': kind('timed-out', { after_ms: v.number() }),
  'out-of-memory': kind('out-of-memory', { limit_bytes: v.number() }),
  'output-limit': kind('output-limit', { limit_bytes: v.number() }),
  cancelled: kind('cancelled', {}),
  'not-started': kind('not-started', { reason: v.string() }),
  responded: kind('responded', { status_code: v.pipe(v.number(), v.integer()) }),
  failed: kind('failed', { reason: v.string() }),
  'worker-lost': kind('worker-lost', {}),
  refused: kind('refused', { diagnostics: v.array(diagnosticSchema) }),
} satisfies { readonly [Kind in Ending['kind']]: Reads<Extract<Ending, { readonly kind: Kind }>> }
const endingSchema: Reads<Ending> = v.variant('kind', Object.values(endings))

/** The reasons why a changed file has no content, one row per reason. */
const reasons = {
  limit: kind('limit', { limit: v.string() }),
  'no-file': kind('no-file', {}),
  unreadable: kind('unreadable', {}),
  name: kind('name', {}),
} satisfies { readonly [Kind in LeftOut['kind']]: Reads<Extract<LeftOut, { readonly kind: Kind }>> }

/** The bytes of a file, encoded as base64. */
const bytes = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const decoded = decodeBase64(dataset.value)
    if (decoded) return decoded
    addIssue({ message: 'must be base64' })
    return NEVER
  }),
)

const change = v.pipe(
  v.object({
    path: v.string(),
    change: v.picklist(['created', 'modified', 'deleted']),
    base64: v.nullable(bytes),
    left_out: v.exactOptional(v.variant('kind', Object.values(reasons))),
    executable: v.exactOptional(v.literal(true)),
  }),
  v.transform(({ base64, ...rest }) => ({ ...rest, bytes: base64 })),
) satisfies Reads<FileChange>

/** Changes of files with valid draft paths. Other changes are dropped. */
const changes = v.pipe(
  v.array(change),
  v.transform((all) => all.filter(({ path }) => pathProblem(path) === undefined)),
)

const captured = v.object({ text: v.string(), bytes: count, omitted_bytes: count })

const processOutput = v.object({
  primitive: v.picklist(processKinds),
  stdout: captured,
  stderr: captured,
  limit: v.exactOptional(v.string()),
  denied_calls: v.exactOptional(v.array(v.string())),
  changes: v.exactOptional(changes),
}) satisfies Reads<Omit<ProcessOutcome, 'ending' | 'duration_ms'>>

const httpOutput = v.object({
  primitive: v.picklist(requestKinds),
  headers: texts,
  body: json,
  attempts: count,
  limit: v.exactOptional(v.string()),
}) satisfies Reads<Omit<HttpOutcome, 'ending' | 'duration_ms'>>

const outputSchema: Reads<RunOutput> = v.variant('primitive', [processOutput, httpOutput])

const portable: Reads<PortableElement> = v.object({
  item_id: v.string(),
  space: v.string(),
  tool_type: json,
  executor_id: json,
  integrity: v.nullable(v.string()),
  provider_id: v.exactOptional(v.string()),
  provider_version: v.exactOptional(v.string()),
})

/** A lockfile, whose path must be inside the draft (R11.3). */
const lockfile = v.object({
  path: v.pipe(
    v.string(),
    v.check((path) => pathProblem(path) === undefined, 'must be a path inside the draft'),
  ),
  text: v.string(),
})

/** R14.1, R14.2: a result in a message. */
export const resultSchema: Reads<ExecutionResult> = v.object({
  success: v.boolean(),
  data: json,
  error: json,
  duration_ms: v.number(),
  chain: v.array(portable),
  metadata: v.object({ resolved_env_keys: v.array(v.string()), lockfile_used: v.boolean() }),
  trace: v.array(traceSchema),
  ending: endingSchema,
  output: v.nullable(outputSchema),
  lockfile: v.nullable(lockfile),
})
