import { parsePath } from './path.ts'
import type { Origin } from './interpolate.ts'
import type { CallRecord, StepRecord } from './record.ts'
import { addressText } from './address.ts'

/** The parts of a walk that depend on pinned results, marked so that readers do not mistake them for real results. */
export interface PinnedInfluence {
  /** The addresses of pinned calls, as text. */
  readonly pinned: readonly string[]
  /** The addresses of other calls whose input depends on a pinned value. */
  readonly fed: readonly string[]
  /** State keys whose last value depends on a pinned value. */
  readonly keys: ReadonlySet<string>
  /** Whether the output of the walk depends on a pinned value. */
  readonly output: boolean
}

/**
 * Follows pinned results through assignments, actions and the state to the output of a walk. A value also depends on
 * its loop variable and on the fallback paths tried first. Dependencies through the choice of edges are ignored.
 */
export function pinnedInfluence(
  records: readonly StepRecord[],
  collects: (node: string) => string | null,
): PinnedInfluence {
  const keys = new Set<string>()
  const pinned: string[] = []
  const fed: string[] = []
  let output = false
  const rests = (origins: readonly Origin[], result: boolean, item: boolean): boolean =>
    origins.some(({ from, skipped }) =>
      [...skipped, ...(from === null ? [] : [from])].some((path) => pathRests(keys, path, result, item)),
    )
  const meet = (call: CallRecord, item: boolean): boolean => {
    const isFed = rests(call.origins, false, item)
    if (call.pinned) pinned.push(addressText(call.address))
    else if (isFed) fed.push(addressText(call.address))
    return call.pinned || isFed
  }
  for (const { kind, address, status, calls, hooks, assigned, over, output: returned } of records) {
    const item = over !== null && rests(over.origins, false, false)
    // Every call must be checked and listed, so `some` alone is not enough: it stops at the first match.
    const result = calls.map((call) => meet(call, item)).some(Boolean)
    for (const { call } of hooks) if (call) meet(call, false)
    for (const { key, origins } of assigned) {
      if (typeof key === 'string') mark(keys, key, rests(origins, result, false))
    }
    const collect = kind === 'foreach' ? collects(address.node ?? '') : null
    if (collect !== null) mark(keys, collect, result || item)
    if (status.startsWith('failed') && result) keys.add('_last_error')
    if (returned) output = rests(returned.origins, false, false)
  }
  return { pinned, fed, keys, output }
}

const everywhere: ReadonlySet<string> = new Set(['_now', '_timestamp'])

function pathRests(keys: ReadonlySet<string>, path: string, result: boolean, item: boolean): boolean {
  const [root, key] = parsePath(path)
  if (root === undefined || everywhere.has(root)) return false
  if (root === 'result') return result
  if (root === 'inputs') return keys.has('inputs')
  if (root === 'state') return key === undefined ? keys.size > 0 : keys.has(key)
  return item
}

function mark(keys: Set<string>, key: string, pinned: boolean): void {
  if (pinned) keys.add(key)
  else keys.delete(key)
}
