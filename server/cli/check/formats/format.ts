import type { DiagnosticEntry } from '#core/answer'
import type { Severity } from '#core/diagnostics'
import { resolve } from '../../../disk-paths.ts'
import { writeNamed } from '../../../project/write-whole.ts'
import type { Directory } from '../../../project/directory.ts'
import type { Io } from '../../io.ts'
import type { ProjectReport } from '#core/expect'

/** The destination of a report, and its level of detail. */
export interface Printing {
  readonly directory: Directory
  readonly io: Io
  /** Whether to include only errors. */
  readonly quiet: boolean
  /** Whether to include hints. */
  readonly hints: boolean
  /** The duration of the check. */
  readonly seconds: number
}

/** Whether a finding belongs to the report: errors and warnings; hints on request; with `--quiet`, errors only. */
export function isListed(severity: Severity, { quiet, hints }: Pick<Printing, 'quiet' | 'hints'>): boolean {
  if (severity === 'error') return true
  return !quiet && (severity === 'warning' || hints)
}

/** The message of a finding with its next action, such as "Did you mean ...?". */
export function wholeMessage({ message, hint }: Pick<DiagnosticEntry, 'message' | 'hint'>): string {
  return hint === '' ? message : `${message} ${hint}`
}

/** Writes a report in one format. Except for `text`, standard output contains nothing but this report. */
export type CheckFormat = (report: ProjectReport, printing: Printing) => void

/**
 * Write a report to a file, without colors.
 *
 * @throws WriteFault if the file cannot be written.
 */
export function writeReport(format: CheckFormat, to: string, report: ProjectReport, printing: Printing): void {
  const { io } = printing
  const parts: string[] = []
  format(report, { ...printing, io: { ...io, colors: false, out: (text) => void parts.push(text) } })
  writeNamed(resolve(io.cwd, to), parts.join(''))
}
