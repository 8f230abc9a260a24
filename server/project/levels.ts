import type { DiagnosticEntry } from '#core/answer'
import { fitting } from './globs.ts'
import type { ProjectFile } from './project-file.ts'

/** A finding as grave as the project's file says its rule is; undefined where the rule is off. What may run is decided before. */
export function levelled(entry: DiagnosticEntry, { rules }: ProjectFile): DiagnosticEntry | undefined {
  const level = rules?.get(entry.code) ?? entry.severity
  return level === 'off' ? undefined : level === entry.severity ? entry : { ...entry, severity: level }
}

/** Whether the project's file leaves an item out of checks. */
export function ignoredBy({ ignore = [] }: ProjectFile): (item_id: string) => boolean {
  return fitting(ignore)
}
