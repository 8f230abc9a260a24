import type { DiagnosticEntry } from '#core/answer'
import { fitting } from './globs.ts'
import type { ProjectFile } from './project-file.ts'

/** A finding with the severity that the project's file sets; undefined if the rule is off. It does not change which commands are allowed to run. */
export function levelled(entry: DiagnosticEntry, { rules }: ProjectFile): DiagnosticEntry | undefined {
  const level = rules?.get(entry.code) ?? entry.severity
  return level === 'off' ? undefined : level === entry.severity ? entry : { ...entry, severity: level }
}

/** Whether the project's file leaves an item out of checks. */
export function ignoredBy({ ignore = [] }: ProjectFile): (item_id: string) => boolean {
  return fitting(ignore)
}
