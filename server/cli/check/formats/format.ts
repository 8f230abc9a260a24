import type { Directory } from '../../directory.ts'
import type { Io } from '../../io.ts'
import type { CheckReport } from '../report.ts'

/** Where a report goes, and how much of it. */
export interface Printing {
  readonly directory: Directory
  readonly io: Io
  /** Errors only. */
  readonly quiet: boolean
}

/** Writes one report. What it prints on standard output is that format alone. */
export type CheckFormat = (report: CheckReport, printing: Printing) => void
