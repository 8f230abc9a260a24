import { beating, SourcedDict, type Sourced } from '../template/sourced.ts'
import type { Value } from '../../read/value/value.ts'

/**
 * R8.2: merges mappings. Any other value of the overlay replaces the base value. The overlay's `extends` key is
 * ignored. Every leaf of the result records its layer and the overridden layers (R8.4).
 */
export function deepMerge(base: Sourced, overlay: Sourced): Sourced {
  if (base.kind !== 'dict' || overlay.kind !== 'dict') return beating(overlay, base)
  const entries = new Map<Value, Sourced>(base.entries)
  for (const [key, value] of overlay.entries) {
    if (key === 'extends') continue
    const below = entries.get(key)
    entries.set(key, below ? deepMerge(below, value) : value)
  }
  return new SourcedDict(entries, overlay.by, overlay.at)
}
