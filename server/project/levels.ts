import type { DiagnosticEntry } from '#core/answer'
import { fitting } from './globs.ts'
import type { ProjectFile } from './project-file.ts'

/**
 * A finding with the severity that the project file sets; undefined if the rule is off. The severity does not affect
 * which commands can run.
 */
export function levelled(entry: DiagnosticEntry, { rules }: ProjectFile): DiagnosticEntry | undefined {
  const level = rules?.get(entry.code) ?? entry.severity
  return level === 'off' ? undefined : level === entry.severity ? entry : { ...entry, severity: level }
}

/** A function that returns whether the project file excludes an item from checks. */
export function ignoredBy({ ignore = [] }: ProjectFile): (item_id: string) => boolean {
  return fitting(ignore)
}
