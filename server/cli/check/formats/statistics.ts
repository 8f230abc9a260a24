import type { ProjectReport } from '#core/expect'
import { paintFor } from '../../paint.ts'
import { printJson } from '../../io.ts'
import { isListed, type CheckFormat, type Printing } from './format.ts'

/** A rule with the number of its findings. */
interface CountedRule {
  readonly code: string
  readonly severity: string
  readonly count: number
}

/** The rules with findings, most frequent first. */
function countedRules({ problems }: ProjectReport, printing: Printing): readonly CountedRule[] {
  const rules = new Map<string, CountedRule>()
  for (const { entry } of problems) {
    const { code, severity } = entry
    if (!isListed(severity, printing)) continue
    const key = `${code} ${severity}`
    rules.set(key, { code, severity, count: (rules.get(key)?.count ?? 0) + 1 })
  }
  return [...rules.values()].sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
}

/** The number of findings per rule, as a table. */
export const statisticsText: CheckFormat = (report, printing) => {
  const paint = paintFor(printing.io)
  const rules = countedRules(report, printing)
  const width = String(rules[0]?.count ?? 0).length
  for (const { code, severity, count } of rules) {
    const color = severity === 'error' ? paint.bad : severity === 'warning' ? paint.warn : paint.faint
    printing.io.out(`${String(count).padStart(width)}  ${color(severity.padEnd(7))}  ${code}\n`)
  }
  if (rules.length === 0) printing.io.out('No problems.\n')
}

/** The number of findings per rule, as a document. */
export const statisticsJson: CheckFormat = (report, printing) =>
  printJson(printing.io, { format: 1, rules: countedRules(report, printing) })
