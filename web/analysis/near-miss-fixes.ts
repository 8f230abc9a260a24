import type { DiagnosticEntry } from '#core'
import type { OfferedFix } from './messages.ts'

/** Replacements that the facts of a diagnostic already name: the near misses of an id that was not found (R1.6). */
export function nearMissFixes(
  diagnostic: DiagnosticEntry,
  textOf: (path: string) => string | undefined,
): readonly OfferedFix[] {
  const { at, facts, code } = diagnostic
  const near = facts['near']
  if (code !== 'executor-not-found' || !at || !Array.isArray(near)) return []
  const text = textOf(at.path)
  const written = facts['executor_id']
  if (text === undefined || typeof written !== 'string') return []
  const stretch = text.slice(at.start, at.end)
  if (!stretch.includes(written)) return []
  const ids = near.flatMap((miss) => {
    if (typeof miss !== 'object' || miss === null || Array.isArray(miss)) return []
    const { item_id, because } = miss
    return typeof item_id === 'string' && because !== 'out-of-reach' && item_id !== written ? [item_id] : []
  })
  return [...new Set(ids)].map((id) => ({
    title: `Change to ${id}`,
    changes: [[at.path, text.slice(0, at.start) + stretch.replace(written, id) + text.slice(at.end)]],
  }))
}
