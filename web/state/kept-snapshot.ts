import { isObject } from '#core/read'
import { dialects } from '#core/rules'
import type { Snapshot } from '#core/workspace'

/** Whether a saved value is a draft, by its main fields and its files. */
export function isSnapshot(value: unknown): value is Snapshot {
  return isHeadOfSnapshot(value) && isTexts(value['files'])
}

/** Whether a saved value is a draft, without checking its files. */
export function isHeadOfSnapshot(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || value['format'] !== 1 || !isObject(value['bundle'])) return false
  const { dialect, bundle, search, systems } = value
  if (typeof dialect !== 'string' || !Object.hasOwn(dialects, dialect)) return false
  if (typeof bundle['id'] !== 'string' || typeof bundle['version'] !== 'string') return false
  if (search !== 'scoped' && search !== 'global') return false
  if (systems !== undefined && !(Array.isArray(systems) && systems.every(isSystem))) return false
  return ['name', 'item_id', 'parameters'].every((name) => typeof value[name] === 'string')
}

function isSystem(value: unknown): boolean {
  return (
    value === 'builtin' || (isObject(value) && typeof value['id'] === 'string' && typeof value['version'] === 'string')
  )
}

/** Whether a value is a mapping of paths to file contents. */
export function isTexts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isContent)
}

/** Whether a value is the content of a file. */
export function isContent(value: unknown): boolean {
  return typeof value === 'string' || (isObject(value) && typeof value['base64'] === 'string')
}
