import { processKinds, requestKinds } from '../../rules/primitives.ts'
import * as v from 'valibot'
import type { DiagnosticEntry, HttpPlan, PlacedRange, Plan, ProcessPlan } from '../../answer/analysis.ts'
import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { severity } from '../../diagnostics/severity.ts'
import { count, json, mapping, texts, type Reads } from './values.ts'

const processPlan = v.object({
  primitive: v.picklist(processKinds),
  command: v.string(),
  args: v.array(v.string()),
  env: texts,
  cwd: v.nullable(v.string()),
  input: v.nullable(v.string()),
  timeout: v.nullable(v.number()),
  digest: v.string(),
}) satisfies Reads<ProcessPlan>

const httpPlan = v.object({
  primitive: v.picklist(requestKinds),
  method: v.string(),
  url: v.string(),
  headers: texts,
  body: json,
  auth: v.nullable(
    v.variant('type', [
      v.object({ type: v.literal('bearer'), token: v.string() }),
      v.object({ type: v.literal('api_key'), key: v.string(), header: v.string() }),
    ]),
  ),
  retry: v.object({ max_attempts: v.number(), backoff: v.picklist(['exponential', 'none']) }),
  timeout: v.nullable(v.number()),
  mode: v.picklist(['sync', 'stream']),
  digest: v.string(),
}) satisfies Reads<HttpPlan>

/** R9.6: a plan in a message, for display only. The server runs the plan that it created. */
export const planSchema: Reads<Plan> = v.variant('primitive', [processPlan, httpPlan])

const position = v.object({ line: count, column: count })

/** A range of a file, with lines and columns. */
export const placedSchema = v.object({
  path: v.string(),
  start: count,
  end: count,
  from: position,
  to: position,
}) satisfies Reads<PlacedRange>

/** The code of a finding. */
export const codeSchema = v.custom<DiagnosticCode>(
  (value) => typeof value === 'string' && Object.hasOwn(severity, value),
  'must be a diagnostic code',
)

/** A finding with its message text. */
export const diagnosticSchema: Reads<DiagnosticEntry> = v.object({
  code: codeSchema,
  severity: v.picklist(['error', 'warning', 'hint']),
  message: v.string(),
  hint: v.string(),
  at: v.nullable(placedSchema),
  facts: mapping,
})
