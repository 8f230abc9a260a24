import type { JsonValue } from '../read/value/encode.ts'

/** How a language writes what its literals differ in. */
interface Spelling {
  readonly yes: string
  readonly no: string
  readonly nothing: string
  /** A name in a mapping, where it is a plain word. */
  readonly key: (name: string) => string
  readonly gap: string
}

const quoted = (text: string): string => JSON.stringify(text)

const spellings = {
  python: { yes: 'True', no: 'False', nothing: 'None', key: quoted, gap: '    ' },
  javascript: { yes: 'true', no: 'false', nothing: 'null', key: bareKey, gap: '  ' },
} as const satisfies Readonly<Record<string, Spelling>>

/** A value as a literal of Python or JavaScript, a mapping over several lines where it holds another. */
export function literal(value: JsonValue, language: keyof typeof spellings, indent = ''): string {
  const { yes, no, nothing, key, gap } = spellings[language]
  if (value === null) return nothing
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value !== 'object') return JSON.stringify(value)
  const deeper = indent + gap
  const rows: readonly string[] = Array.isArray(value)
    ? value.map((one: JsonValue) => literal(one, language, deeper))
    : Object.entries(value).map(([name, one]) => `${key(name)}: ${literal(one, language, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts: readonly unknown[] = Object.values(value)
  const isFlat = parts.every((part) => typeof part !== 'object' || part === null)
  if (isFlat) {
    const space = language === 'javascript' && open === '{' && rows.length > 0 ? ' ' : ''
    return `${open}${space}${rows.join(', ')}${space}${close}`
  }
  return `${open}\n${rows.map((row) => `${deeper}${row},\n`).join('')}${indent}${close}`
}

/** A mapping as lines of YAML, each mapping of plain values on one line. */
export function yamlLines(value: Readonly<Record<string, JsonValue>>, indent = ''): readonly string[] {
  return Object.entries(value).flatMap(([name, one]) => {
    const key = yamlKey(name)
    if (!isMapping(one) || isFlat(one)) return [`${indent}${key}: ${flowYaml(one)}`]
    return [`${indent}${key}:`, ...yamlLines(one, `${indent}  `)]
  })
}

function isMapping(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFlat(value: Readonly<Record<string, JsonValue>>): boolean {
  return !Object.values(value).some(isMapping)
}

// JSON is YAML, but a mapping on one line is easier to read with room in it, and plain words need no quotes.
function flowYaml(value: JsonValue): string {
  if (typeof value === 'string' && plainWord.test(value) && !meaning.test(value)) return value
  if (Array.isArray(value)) return `[${value.map((one: JsonValue) => flowYaml(one)).join(', ')}]`
  if (!isMapping(value)) return JSON.stringify(value)
  const rows = Object.entries(value).map(([name, one]) => `${yamlKey(name)}: ${flowYaml(one)}`)
  return rows.length === 0 ? '{}' : `{ ${rows.join(', ')} }`
}

const plainWord = /^[A-Za-z][A-Za-z_/]*$/
/** What YAML 1.1 reads as something else than a text. */
const meaning = /^(?:y|yes|n|no|true|false|on|off|null)$/i

/** A name in a mapping of YAML; one that YAML would read as something else, such as `on`, in quotes. */
function yamlKey(name: string): string {
  return /^[A-Za-z]\w*$/.test(name) && !meaning.test(name) ? name : quoted(name)
}

function bareKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}
