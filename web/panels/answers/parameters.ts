import { isObject, type JsonValue } from '#core'

/** One field of the form that a config schema describes. */
export interface FormField {
  readonly name: string
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json'
  readonly choices: readonly JsonValue[]
  readonly required: boolean
  readonly description: string
  readonly fallback: JsonValue | undefined
}

type JsonMap = { readonly [name: string]: JsonValue }

/** The fields of a form for a schema (R5.1); properties of a kind that has no form of its own are edited as JSON. */
export function formFields(schema: JsonValue): readonly FormField[] {
  if (!isObject(schema) || !isObject(schema['properties'])) return []
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(schema['properties']).map(([name, property]) => {
    const about = isObject(property) ? property : {}
    const choices = Array.isArray(about['enum']) ? about['enum'] : []
    const description = about['description']
    return {
      name,
      kind: choices.length > 0 ? 'choice' : kindOf(about['type']),
      choices,
      required: required.includes(name),
      description: typeof description === 'string' ? description : '',
      fallback: about['default'],
    }
  })
}

function kindOf(type: JsonValue | undefined): FormField['kind'] {
  if (type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'boolean' ? 'boolean' : 'json'
}

/** Parameters as a mapping, or undefined where the text is no JSON mapping. */
export function parseParameters(text: string): JsonMap | undefined {
  try {
    const value = JSON.parse(text === '' ? '{}' : text) as JsonValue
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The text with one parameter set, or taken away where the value is undefined. */
export function withParameter(text: string, name: string, value: JsonValue | undefined): string {
  const rest = Object.entries(parseParameters(text) ?? {}).filter(([key]) => key !== name)
  const kept = Object.entries(parseParameters(text) ?? {}).map(
    ([key, old]) => [key, key === name ? value : old] as const,
  )
  const known = kept.some(([key]) => key === name)
  if (value === undefined) return JSON.stringify(Object.fromEntries(rest), null, 2)
  return JSON.stringify(Object.fromEntries(known ? kept : [...kept, [name, value]]), null, 2)
}
