import type { limits } from '../limits.ts'
import type { KeySchema } from './metadata/key-schema.ts'

/** The schema of each field, by name. */
export type FieldSchemas = Readonly<Record<string, FieldSchema>>

/**
 * The schema of one field in a YAML file that people write, such as a lesson. `Fields` checks the field with it, and
 * editors get it as JSON Schema.
 */
export interface FieldSchema extends KeySchema {
  /** The type of the value. Default: any value. */
  readonly type?: 'text' | 'flag' | 'number' | 'count' | 'texts' | 'pair' | 'mapping' | 'mappings'
  readonly required?: true
  /** The only valid value. */
  readonly only?: true | 1
  /** Whether an empty string or list is a problem. */
  readonly full?: true
  /** The limit for the length of a string or list. */
  readonly most?: keyof typeof limits
  /** A pattern that the string must match, and a name for such strings. */
  readonly format?: { readonly pattern: string; readonly called: string }
  /** The advice for an invalid value. */
  readonly advice?: string
  /** The fields of the mapping, or of each mapping in a list. */
  readonly keys?: FieldSchemas
  readonly forms?: Forms
}

/** The forms of a mapping. Exactly one applies. */
export interface Forms {
  /** The field whose value selects the form. Default: one field with the name of the form, and no other such field. */
  readonly by?: { readonly field: string; readonly otherwise: string }
  readonly each: Readonly<Record<string, Form>>
}

/** Additional conditions of one form. */
interface Form {
  readonly needs?: readonly string[]
  readonly without?: readonly string[]
  /** Fields whose values are more limited in this form. */
  readonly narrow?: Readonly<Record<string, Partial<FieldSchema>>>
  readonly forms?: Forms
}
