import type { Analysis } from '../answer/analysis.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { jsonParts } from '../read/value/entries.ts'
import { isObject } from '../read/value/object.ts'
import { writeJson } from '../read/value/write-json.ts'
import { pointerTo } from '../text/pointer.ts'

/** The value that a goal's pointer selects, and the plain JSON pointer of this value. */
export interface Selected {
  readonly value: JsonValue
  readonly pointer: string
}

/**
 * Follows a JSON pointer (RFC 6901). In a list, a segment `name:value` selects the first member whose `name` is
 * `value`, so a goal does not depend on the number of members. Undefined if the pointer selects no value.
 */
export function select(document: unknown, pointer: string): Selected | undefined {
  let here = document
  let plain = ''
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    const parts = jsonParts((here ?? null) as JsonValue) // documents of the engine are JSON
    const key = parts.kind === 'list' ? indexIn(parts.items, name) : name
    if (key === undefined || parts.kind === 'leaf') return undefined
    here = parts.kind === 'list' ? parts.items[Number(key)] : parts.entries.find(([known]) => known === key)?.[1]
    if (here === undefined) return undefined
    plain = pointerTo(plain, key)
  }
  // An undefined value is absent from a JSON document.
  return here === undefined ? undefined : { value: here as JsonValue, pointer: plain }
}

function indexIn(list: readonly unknown[], name: string): string | undefined {
  if (/^(?:0|[1-9]\d*)$/.test(name)) return name
  const colon = name.indexOf(':')
  if (colon < 0) return undefined
  const [key, wanted] = [name.slice(0, colon), name.slice(colon + 1)]
  const index = list.findIndex(
    (member) => isObject(member) && Object.hasOwn(member, key) && String(member[key]) === wanted,
  )
  return index < 0 ? undefined : String(index)
}

/**
 * The part of an answer that a search for its last change compares, as JSON with secrets as fingerprints; null if there
 * is none. Without a pointer: status, chain, validity and the digest of the plan.
 */
export function comparedValue(analysis: Analysis, pointer: string | undefined): string | null {
  if (pointer === undefined) return writeJson(outline(analysis))
  const selected = select(analysis, pointer)
  if (!selected) return null
  const entry = analysis.provenance[selected.pointer]
  return writeJson(entry?.secret ? entry.value : selected.value)
}

function outline({ status, chain, validation, plan }: Analysis): JsonValue {
  return {
    status,
    chain: chain.map(({ item_id, space }) => `${item_id} (${space})`),
    valid: validation?.valid ?? null,
    plan_digest: plan?.digest ?? null,
  }
}
