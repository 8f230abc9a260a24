import type { Host } from '../input/host.ts'
import { canonicalDigest } from '../trust/integrity/canonical.ts'
import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import { allowingCapability, neededCapability, readItemId, withKind } from './capability.ts'
import { field } from './document.ts'
import type { Interpolator, Origin } from './interpolate.ts'

/** An action ready to send, with the sources of its values. Pointers begin with `/item_id` or `/params`. */
export interface PreparedAction {
  readonly primary: Value
  readonly itemId: Value
  readonly params: Value
  readonly origins: readonly Origin[]
}

/**
 * R16.2: interpolates `item_id` and `params`. Unless nulls are kept, drops null values from mappings in `params` at any
 * depth.
 */
export function prepareAction(
  interpolator: Interpolator,
  action: Dict,
  scope: Dict,
  nulls: 'dropped' | 'kept' = 'dropped',
): PreparedAction {
  const origins: Origin[] = []
  const itemId = interpolator.fill(field(action, 'item_id'), scope, origins, '/item_id')
  const params = interpolator.fill(field(action, 'params') ?? new Map(), scope, origins, '/params') ?? new Map()
  return {
    primary: field(action, 'primary') ?? 'execute',
    itemId: withKind(itemId, field(action, 'item_type')),
    params: nulls === 'kept' ? params : withoutNulls(params),
    origins,
  }
}

/** A value without nulls in mappings. Nulls in lists are kept. */
function withoutNulls(value: Value): Value {
  if (isList(value)) return value.map(withoutNulls)
  if (!isDict(value)) return value
  const kept = new Map<Value, Value>()
  for (const [key, item] of value) if (item !== null) kept.set(key, withoutNulls(item))
  return kept
}

/** The reason why an action cannot be called; null if it can (R16.6, S6). */
export function refusalOf({ primary, itemId }: PreparedAction, held: readonly string[]): string | null {
  if (primary !== 'execute') return `the primary of an action must be "execute", not ${JSON.stringify(primary)}`
  if (typeof itemId !== 'string' || itemId === '') return 'the item_id of the action is empty or not a string'
  const item = readItemId(itemId)
  if (item === null) return `"${itemId}" has no item kind; write tool:${itemId}, or set item_type`
  if (allowingCapability(held, primary, itemId) !== null) return null
  return `no capability allows ${neededCapability(primary, itemId)}; granted: ${held.join(', ') || 'none'}`
}

/** The identity of an action: equal actions have equal digests (R16.8, cache). */
export function actionDigest(host: Pick<Host, 'sha256'>, { itemId, params }: PreparedAction): string {
  return canonicalDigest(
    host,
    new Map([
      ['item_id', itemId],
      ['params', params],
    ]),
  )
}
