import type { Analysis, DiagnosticEntry } from '#core/answer'
import type { ListedItem } from '#core/resolve'
import type { ItemSummary, SignatureState } from '../analysis/messages.ts'

/** An empty map of files, for the system space before its bundle is loaded. */
export const noFiles: ReadonlyMap<string, string> = new Map()

/** An empty map of signature states, for the time before the first check. */
export const noSignatures: ReadonlyMap<string, SignatureState['state']> = new Map()

/** The known signature states of existing files, updated with new states by path. */
export function statesOf(
  signatures: readonly SignatureState[],
  known: ReadonlyMap<string, SignatureState['state']> = noSignatures,
  files: Readonly<Record<string, unknown>> = {},
): ReadonlyMap<string, SignatureState['state']> {
  const states = new Map([...known].filter(([path]) => Object.hasOwn(files, path)))
  const isSame = states.size === known.size && signatures.every(({ path, state }) => known.get(path) === state)
  // Return the same object, so that its views do not render again.
  if (isSame) return known
  for (const { path, state } of signatures) states.set(path, state)
  return states
}

/** The number of findings in one file, per severity. */
export interface Count {
  readonly error: number
  readonly warning: number
}

/** Items by ID. */
export function byId(items: readonly ListedItem[]): ReadonlyMap<string, ListedItem> {
  return new Map(items.map((item) => [item.item_id, item]))
}

/** Summaries by file path. */
export function byPath(summaries: readonly ItemSummary[]): ReadonlyMap<string, ItemSummary> {
  return new Map(summaries.map((summary) => [summary.path, summary]))
}

/** `all` with the changed summaries in place of those with the same path. Summaries of other paths are ignored. */
export function withChanged(all: readonly ItemSummary[], changed: readonly ItemSummary[]): readonly ItemSummary[] {
  if (changed.length === 0) return all
  const updated = byPath(changed)
  return all.map((one) => updated.get(one.path) ?? one)
}

/** The previous set if the new set has the same members, so that its views do not render again. */
export function steadySet(former: ReadonlySet<string>, now: ReadonlySet<string>): ReadonlySet<string> {
  const isSame = former.size === now.size && [...now].every((path) => former.has(path))
  return isSame ? former : now
}

/** The previous counts if the new counts are equal. */
export function steadyCounts(
  former: ReadonlyMap<string, Count>,
  now: ReadonlyMap<string, Count>,
): ReadonlyMap<string, Count> {
  const isSame = ([path, { error, warning }]: readonly [string, Count]): boolean => {
    const known = former.get(path)
    return known?.error === error && known.warning === warning
  }
  return former.size === now.size && [...now].every(isSame) ? former : now
}

/** The files of a chain. */
export function pathsOf(chain: Analysis['chain']): ReadonlySet<string> {
  return new Set(chain.flatMap((entry) => entry.path ?? []))
}

/** The number of errors and warnings in each file. */
export function countByPath(diagnostics: readonly DiagnosticEntry[]): ReadonlyMap<string, Count> {
  const counts = new Map<string, { error: number; warning: number }>()
  for (const { at, severity } of diagnostics) {
    if (!at || severity === 'hint') continue
    const count = counts.get(at.path) ?? { error: 0, warning: 0 }
    count[severity]++
    counts.set(at.path, count)
  }
  return counts
}
