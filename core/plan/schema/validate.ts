import type { Json } from './json.ts'
import { limits } from '../../limits.ts'
import type { WorkShare } from '../../work-budget.ts'
import { SchemaDocument } from './document.ts'
import { Instance } from './instance.ts'
import { SchemaLimit, SchemaWalk, type SchemaError, type SchemaProblem } from './walk.ts'

/** The errors in the parameters, the keywords that could not be checked, and the limit that ended the check. */
export interface SchemaVerdict {
  readonly errors: readonly SchemaError[]
  readonly problems: readonly SchemaProblem[]
  readonly limit: { readonly limit: SchemaLimit['limit']; readonly most: number } | null
}

/**
 * R5.1: validates parameters against a JSON Schema (draft 2020-12, plus lists under `items` and the `dependencies` of
 * older drafts). Patterns and references need no network. All work counts against the share.
 */
export function validateSchema(schema: Json, parameters: Json, share: WorkShare): SchemaVerdict {
  const document = new SchemaDocument(schema)
  share.draw(document.parts)
  const walk = new SchemaWalk(document, share)
  try {
    walk.visit(schema, new Instance(parameters))
  } catch (fault) {
    if (!(fault instanceof SchemaLimit)) throw fault
    return {
      errors: walk.errors,
      problems: [...walk.problems.values()],
      limit: { limit: fault.limit, most: limits[fault.limit] },
    }
  }
  return { errors: walk.errors, problems: [...walk.problems.values()], limit: null }
}
