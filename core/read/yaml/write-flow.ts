import { encodeBase64 } from '../../text/base64.ts'
import { floatRepr } from '../value/float.ts'
import { pyStr } from '../value/text.ts'
import { PyBytes, PyDate, PyFloat, PySet, PyTuple, isDict, isList, type Value } from '../value/value.ts'

/** Maximum number of characters in a key without `?`. YAML rejects more than 1,024. */
const longestKey = 1000

/**
 * A value as YAML on one line, which `readYaml` and PyYAML read as the same value (R2.3). A value that safe YAML cannot
 * represent is written as by `writeJson`: a tuple as a list, a complex number as text.
 */
export function yamlFlow(value: Value): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return yamlText(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : floatText(value)
  if (value instanceof PyFloat) return floatText(value.value)
  if (value instanceof PyDate) return `!!timestamp ${yamlText(value.iso)}`
  if (value instanceof PyBytes) return `!!binary ${yamlText(encodeBase64(value.bytes))}`
  if (value instanceof PySet) return `!!set {${value.items.map((item) => `? ${yamlFlow(item)}`).join(', ')}}`
  if (value instanceof PyTuple) return yamlFlow(value.items)
  if (isList(value)) return `[${value.map(yamlFlow).join(', ')}]`
  if (isDict(value)) return `{${[...value].map(([key, item]) => `${yamlKey(key)}: ${yamlFlow(item)}`).join(', ')}}`
  return yamlText(pyStr(value))
}

/** A mapping key as YAML. A tuple is written as text. */
export function yamlKey(key: Value): string {
  const text = key instanceof PyTuple ? yamlText(pyStr(key)) : yamlFlow(key)
  return text.length > longestKey ? `? ${text} ` : text
}

/** A string as a JSON string, which is also valid YAML. Characters that YAML does not allow are escaped. */
function yamlText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A float in YAML 1.1, in which `1e-07` would be a string, and infinity and NaN have names. */
function floatText(value: number): string {
  const text = floatRepr(value)
  if (text.endsWith('inf')) return text.replace('inf', '.inf')
  if (text === 'nan') return '.nan'
  return text.includes('.') ? text : text.replace('e', '.0e')
}
