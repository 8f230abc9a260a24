import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { implicitTag, tags } from '../read/yaml/tags.ts'
import { yamlFlow, yamlKey } from '../read/yaml/write-flow.ts'

/** A JSON value as readable YAML: block style for nested values and for multi-line strings. */
export function toYaml(value: { readonly [name: string]: JsonValue }): string {
  return `${blockOf(decodeValue(value), '').replace(/^\n/, '')}\n`
}

function blockOf(value: Value, indent: string): string {
  if (isList(value)) {
    if (value.every((item) => !isList(item) && !isDict(item))) return ` ${yamlFlow(value)}`
    return value.map((item) => `\n${indent}- ${blockOf(item, `${indent}  `).trimStart()}`).join('')
  }
  if (isDict(value) && isBlockMapping(value))
    return [...value].map(([name, item]) => `\n${indent}${keyText(name)}:${blockOf(item, `${indent}  `)}`).join('')
  if (typeof value === 'string' && isBlockText(value)) {
    return ` |\n${value
      .slice(0, -1)
      .split('\n')
      .map((line) => (line === '' ? '' : `${indent}${line}`))
      .join('\n')}`
  }
  return ` ${yamlFlow(value)}`
}

/** Whether a mapping can be in block style: it has entries, and no key needs a leading `?`. */
function isBlockMapping(value: Dict): boolean {
  return value.size > 0 && [...value.keys()].every((key) => !yamlKey(key).startsWith('?'))
}

/** Whether a string consists of whole lines that a literal block preserves. */
function isBlockText(text: string): boolean {
  return (
    /^[^\s\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff]/.test(text) &&
    /[^\n]\n$/.test(text) &&
    /^[\n\x20-\x7e\u00a1-\u1fff\u2030-\ud7ff\ue000-\ufefe]*$/.test(text)
  )
}

function keyText(name: Value): string {
  return typeof name === 'string' && /^[a-z_]+$/.test(name) && implicitTag(name) === tags.str ? name : yamlKey(name)
}
