import { isList, type Value } from '../read/value/value.ts'
import { matchesGlob } from './glob.ts'

/** The item kinds that can precede the colon of an ID (R16.6). */
const itemKinds = ['tool', 'directive', 'knowledge', 'config'] as const

const alwaysAllowed = 'rye/agent/threads/internal/'

/**
 * Reads an ID with its kind, such as `tool:rye/bash`. Null without a kind or an ID. The ID of an internal thread needs
 * no kind: it is a tool.
 */
export function readItemId(id: Value): { readonly kind: string; readonly id: string } | null {
  if (typeof id !== 'string') return null
  if (id.startsWith(alwaysAllowed)) return { kind: 'tool', id }
  const colon = id.indexOf(':')
  const kind = id.slice(0, colon)
  if (colon === -1 || !itemKinds.some((known) => known === kind) || colon === id.length - 1) return null
  return { kind, id: id.slice(colon + 1) }
}

/** S2: adds the kind of `item_type` to an ID without a kind. */
export function withKind(id: Value, itemType: Value): Value {
  if (typeof id !== 'string' || typeof itemType !== 'string') return id
  return itemKinds.some((kind) => id.startsWith(`${kind}:`)) ? id : `${itemType}:${id}`
}

/** R16.6: the capability that an action needs, such as `rye.execute.tool.rye.bash`; null for an ID without a kind. */
export function neededCapability(primary: string, itemId: Value): string | null {
  const item = readItemId(itemId)
  return item && `rye.${primary}.${item.kind}.${item.id.replaceAll('/', '.')}`
}

/** R16.6, S17: the capabilities in a value. A string is one capability. In a list, only strings count. */
export function heldCapabilities(given: Value): readonly string[] {
  if (typeof given === 'string') return [given]
  return isList(given) ? given.filter((entry) => typeof entry === 'string') : []
}

/** The capability that allows an item; null if there is none. An internal thread is always allowed. */
export function allowingCapability(held: readonly string[], primary: string, itemId: Value): string | null {
  const needed = neededCapability(primary, itemId)
  if (needed === null) return null
  if (readItemId(itemId)?.id.startsWith(alwaysAllowed)) return `${alwaysAllowed}*`
  return held.find((entry) => matchesGlob(entry, needed)) ?? null
}
