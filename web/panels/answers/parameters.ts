import {
  encodeValue,
  isObject,
  jsonParts,
  parseJson,
  plain,
  type JsonValue,
  type LocatedDict,
  type LocatedEntry,
} from '#core/read'

/** One field of the form that a config schema describes. */
export interface FormField {
  readonly name: string
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json'
  readonly choices: readonly JsonValue[]
  readonly required: boolean
  readonly description: string
  readonly fallback: JsonValue | undefined
}

/** The form fields for a schema (R5.1). Properties of types without a form field are edited as JSON. */
export function formFields(schema: JsonValue): readonly FormField[] {
  const properties = jsonParts(isObject(schema) ? (schema['properties'] ?? null) : null)
  if (!isObject(schema) || properties.kind !== 'mapping') return []
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return properties.entries.map(([name, property]) => {
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

/** One parameter: its value and its source text. */
export interface WrittenParameter {
  readonly value: JsonValue
  readonly text: string
}

/** The parameters in a string, by name; undefined if the string is not a JSON object. */
export function parseParameters(text: string): ReadonlyMap<string, WrittenParameter> | undefined {
  const document = mappingIn(text)
  if (!document) return undefined
  return new Map(
    [...document.entries].map(([name, { value }]) => [
      String(name),
      { value: encodeValue(plain(value)), text: text.slice(value.start, value.end) },
    ]),
  )
}

/**
 * The text with one parameter set to a JSON text, or removed if the value is undefined. All other text stays unchanged.
 * Text that is not a JSON object is replaced.
 */
export function withParameter(text: string, name: string, value: string | undefined): string {
  const document = mappingIn(text)
  if (!document || document.entries.size === 0) return value === undefined ? '{}' : `{\n  ${entryText(name, value)}\n}`
  const entry = document.entries.get(name)
  if (value === undefined) {
    // Remove all entries with this name. Only the last duplicate applies, and its removal would activate the previous
    // entry.
    return entry ? withParameter(withoutEntry(text, document, entry), name, undefined) : text
  }
  if (entry) return text.slice(0, entry.value.start) + value + text.slice(entry.value.end)
  const end = Math.max(...[...document.entries.values()].map((one) => one.value.end))
  const [gap = ''] = /^\s*/.exec(text.slice(document.start + 1)) ?? []
  return `${text.slice(0, end)},${gap.includes('\n') ? gap : ' '}${entryText(name, value)}${text.slice(end)}`
}

function entryText(name: string, value: string): string {
  return `${JSON.stringify(name)}: ${value}`
}

/** The text without an entry and one comma after or before it. */
function withoutEntry(text: string, { start, end }: LocatedDict, { keyStart, value }: LocatedEntry): string {
  const [behind] = /^\s*,\s*/.exec(text.slice(value.end)) ?? []
  if (behind !== undefined) return text.slice(0, keyStart) + text.slice(value.end + behind.length)
  const before = text.slice(0, keyStart).trimEnd()
  if (before.endsWith(',')) return before.slice(0, -1) + text.slice(value.end)
  return `${text.slice(0, start)}{}${text.slice(end)}`
}

function mappingIn(text: string): LocatedDict | undefined {
  const parsed = parseJson(text.trim() === '' ? '{}' : text)
  return parsed.kind === 'parsed' && parsed.document.kind === 'dict' ? parsed.document : undefined
}
