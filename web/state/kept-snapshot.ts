import type { Snapshot } from '#core'

/** Whether a value that this page kept is a draft, by every field that the page relies on. */
export function isSnapshot(value: unknown): value is Snapshot {
  if (!isRecord(value) || value['format'] !== 1 || !isRecord(value['files']) || !isRecord(value['bundle'])) return false
  return ['name', 'dialect', 'search', 'item_id', 'parameters'].every((name) => typeof value[name] === 'string')
}

/** Whether a value is an object with named fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
