import { decodeValue, type JsonObject, type JsonValue } from '../read/value/encode.ts'
import { numberText } from '../read/value/entries.ts'
import { pyStr } from '../read/value/text.ts'
import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { implicitTag, tags } from '../read/yaml/tags.ts'
import { yamlFlow, yamlKey } from '../read/yaml/write-flow.ts'

/** The differences between the languages' literals. */
interface Spelling {
  readonly yes: string
  readonly no: string
  readonly nothing: string
  /** A key in a mapping, without quotes if the language allows that for a plain word. */
  readonly key: (name: string) => string
  readonly gap: string
  /** The space inside the braces of a mapping on one line. */
  readonly space: string
}

const quoted = (text: string): string => JSON.stringify(text)

const spellings = {
  python: { yes: 'True', no: 'False', nothing: 'None', key: quoted, gap: '    ', space: '' },
  javascript: { yes: 'true', no: 'false', nothing: 'null', key: bareKey, gap: '  ', space: ' ' },
} as const satisfies Readonly<Record<string, Spelling>>

/** A value as a literal of Python or JavaScript. A list or mapping that contains another one takes several lines. */
export function literal(value: JsonValue, language: keyof typeof spellings): string {
  return literalOf(decodeValue(value), spellings[language], '')
}

function literalOf(value: Value, spelling: Spelling, indent: string): string {
  const { yes, no, nothing, key, gap } = spelling
  if (value === null) return nothing
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'string') return quoted(value)
  const isMapping = isDict(value)
  if (!isMapping && !isList(value)) return numberText(value) ?? quoted(pyStr(value))
  const deeper = indent + gap
  const rows = isMapping
    ? [...value].map(([name, one]) => `${key(pyStr(name))}: ${literalOf(one, spelling, deeper)}`)
    : value.map((one) => literalOf(one, spelling, deeper))
  const [open, close] = isMapping ? ['{', '}'] : ['[', ']']
  if (isFlat([...value.values()])) {
    const space = isMapping && rows.length > 0 ? spelling.space : ''
    return `${open}${space}${rows.join(', ')}${space}${close}`
  }
  return `${open}\n${rows.map((row) => `${deeper}${row},\n`).join('')}${indent}${close}`
}

/** A mapping as lines of YAML, with each mapping that contains no other mapping on one line. */
export function yamlLines(value: JsonObject): readonly string[] {
  const decoded = decodeValue(value)
  return isDict(decoded) ? linesOf(decoded, '') : []
}

function linesOf(mapping: Dict, indent: string): readonly string[] {
  return [...mapping].flatMap(([name, one]) => {
    const key = keyOf(name)
    if (!isDict(one) || ![...one.values()].some(isDict)) return [`${indent}${key}: ${flowYaml(one)}`]
    return [`${indent}${key}:`, ...linesOf(one, `${indent}  `)]
  })
}

function isFlat(values: readonly Value[]): boolean {
  return !values.some((value) => isDict(value) || isList(value))
}

// A value as YAML on one line, with spaces inside braces and no quotes around plain words.
function flowYaml(value: Value): string {
  if (typeof value === 'string' && plainWord.test(value) && implicitTag(value) === tags.str) return value
  if (isList(value)) return `[${value.map(flowYaml).join(', ')}]`
  if (!isDict(value)) return yamlFlow(value)
  const rows = [...value].map(([name, one]) => `${keyOf(name)}: ${flowYaml(one)}`)
  return rows.length === 0 ? '{}' : `{ ${rows.join(', ')} }`
}

const plainWord = /^[A-Za-z][A-Za-z_/]*$/

/** A key of a YAML mapping, quoted if YAML would read it as another type, such as `on`. */
function keyOf(name: Value): string {
  return typeof name === 'string' && /^[A-Za-z]\w*$/.test(name) && implicitTag(name) === tags.str ? name : yamlKey(name)
}

function bareKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}
