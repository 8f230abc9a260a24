import type { Value } from '../value/value.ts'
import { yamlBinary } from './binary.ts'
import { yamlFloat, yamlInt } from './numbers.ts'
import { tags } from './tags.ts'
import { yamlTimestamp } from './timestamp.ts'

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['no', false],
  ['true', true],
  ['false', false],
  ['on', true],
  ['off', false],
])

/** The value of a scalar with a tag; undefined if PyYAML raises an error or the tag is not for scalars (R2.3). */
export function scalarValue(tag: string, text: string): Value | undefined {
  switch (tag) {
    case tags.str:
      return text
    case tags.null:
      return null
    case tags.bool:
      return booleans.get(text.toLowerCase())
    case tags.int:
      return yamlInt(text)
    case tags.float:
      return yamlFloat(text)
    case tags.timestamp:
      return yamlTimestamp(text)
    case tags.binary:
      return yamlBinary(text)
    default:
      return undefined
  }
}

/** Whether a tag is for scalars, not for lists or mappings. */
export function isScalarTag(tag: string): boolean {
  return scalarTags.has(tag)
}

const scalarTags: ReadonlySet<string> = new Set([
  tags.str,
  tags.null,
  tags.bool,
  tags.int,
  tags.float,
  tags.timestamp,
  tags.binary,
])
