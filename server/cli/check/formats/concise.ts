import { visible } from '#core/text'
import type { ProjectReport } from '#core/expect'
import { isListed, wholeMessage, type Printing } from './format.ts'

/**
 * Writes one line per finding, `PATH:LINE:COLUMN: SEVERITY CODE MESSAGE`, as editors and `grep` expect it. No summary.
 */
export function concise({ problems }: ProjectReport, printing: Printing): void {
  const { directory, io } = printing
  for (const { entry, items } of problems) {
    const { severity, code, at } = entry
    if (!isListed(severity, printing)) continue
    const place = at === null ? (items[0] ?? '-') : `${directory.shown(at.path)}:${at.from.line}:${at.from.column}`
    io.out(`${visible(`${place}: ${severity} ${code} ${wholeMessage(entry)}`)}\n`)
  }
}
