import { codeSchema, diagnosticSchema, placedSchema, planSchema } from './plan-schema.ts'
import { reachSchema } from './reach-schema.ts'
import { resultSchema } from './result-schema.ts'
import { traceSchema } from './trace-schema.ts'
import { count, json, mapping, space, texts } from './values.ts'

/** The schemas of the protocol by name, for documents that contain the same parts. */
export const protocolSchemas = {
  code: codeSchema,
  count,
  diagnostic: diagnosticSchema,
  json,
  mapping,
  place: placedSchema,
  plan: planSchema,
  reach: reachSchema,
  result: resultSchema,
  space,
  texts,
  trace: traceSchema,
} as const
