import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Directory } from '../../directory.ts'
import { codeOf, Trouble, type Io } from '../../io.ts'
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

/**
 * Write a report to a file, as it would be printed without colours.
 *
 * @throws Trouble where the file cannot be written.
 */
export function writeReport(format: CheckFormat, to: string, report: CheckReport, printing: Printing): void {
  const { io } = printing
  const parts: string[] = []
  format(report, { ...printing, io: { ...io, colors: false, out: (text) => void parts.push(text) } })
  try {
    writeFileSync(resolve(io.cwd, to), parts.join(''))
  } catch (error) {
    throw new Trouble(`The report ${to} cannot be written (${codeOf(error)}).`)
  }
}
