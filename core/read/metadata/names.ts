import type { MetadataFormat } from '../../rules/dialect.ts'
import type { FieldName } from './metadata.ts'

type Spelling = 'dunder' | 'upper' | 'either'

/** The spelling of each field in code and YAML (corpus README, R2.2). */
const spellings: Readonly<Record<FieldName, Spelling>> = {
  version: 'dunder',
  tool_type: 'dunder',
  executor_id: 'dunder',
  category: 'dunder',
  tool_description: 'dunder',
  execution_owner: 'dunder',
  native_async: 'dunder',
  native_resume: 'dunder',
  config_schema: 'upper',
  env_config: 'upper',
  config: 'upper',
  config_resolve: 'upper',
  anchor: 'either',
  verify_deps: 'either',
  execution_params: 'either',
  inputs: 'either',
  outputs: 'either',
  child_constraints: 'either',
}

/** A name that sets a field. If a file contains two names of the same field, the name with the lower rank applies. */
interface FieldSpelling {
  readonly field: FieldName
  readonly rank: number
}

export type FieldSpellings = ReadonlyMap<string, FieldSpelling>

function table(spell: (field: FieldName, spelling: Spelling) => readonly string[]): FieldSpellings {
  const names = new Map<string, FieldSpelling>()
  for (const [field, spelling] of Object.entries(spellings) as [FieldName, Spelling][]) {
    spell(field, spelling).forEach((name, rank) => names.set(name, { field, rank }))
  }
  return names
}

const dunder = (field: FieldName) => `__${field}__`
const upper = (field: FieldName) => field.toUpperCase()

/** The variable names that are metadata in Python, JavaScript and TypeScript. */
export const codeSpellings: FieldSpellings = table((field, spelling) => {
  if (spelling === 'dunder') return [dunder(field)]
  return spelling === 'upper' ? [upper(field)] : [dunder(field), upper(field)]
})

/** The keys that are metadata in YAML. */
export const yamlSpellings: FieldSpellings = table((field, spelling) => {
  if (spelling === 'dunder') return [dunder(field), field]
  return spelling === 'upper' ? [upper(field), field] : [field]
})

/** The field that a name sets in a format; undefined if it sets no field. */
export function fieldSpelled(name: string, format: MetadataFormat): FieldName | undefined {
  return (format === 'yaml' ? yamlSpellings : codeSpellings).get(name)?.field
}

/** The preferred spelling of a field in a format: the name of rank 0 in code, the plain name in YAML. */
export function preferredSpelling(field: FieldName, format: MetadataFormat): string {
  if (format === 'yaml') return field
  return spellings[field] === 'upper' ? upper(field) : dunder(field)
}

/** The spellings of all formats, for files whose format has no metadata. */
export const anySpellings: FieldSpellings = table((field) => [dunder(field), upper(field), field])

/** The correct spelling for each wrong variable name in code that resembles a field's name (R2.2). */
export const lowerCaseLooks: ReadonlyMap<string, string> = new Map(
  (Object.entries(spellings) as [FieldName, Spelling][]).flatMap(([field, spelling]): [string, string][] => {
    const meant = spelling === 'dunder' ? dunder(field) : upper(field)
    return spelling === 'upper'
      ? [
          [field, meant],
          [dunder(field), meant],
        ]
      : [[field, meant]]
  }),
)
