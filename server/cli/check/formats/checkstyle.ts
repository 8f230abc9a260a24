import type { DiagnosticEntry } from '#core/answer'
import type { ProjectReport } from '#core/expect'
import { isListed, wholeMessage, type Printing } from './format.ts'
import { repositoryPaths } from './repository.ts'
import { attribute } from './xml.ts'

const severities = { error: 'error', warning: 'warning', hint: 'info' } as const

/** Writes Checkstyle XML: the findings of each file. A finding without a place is listed under the project's `.ai`. */
export function checkstyle({ problems }: ProjectReport, printing: Printing): void {
  const placed = repositoryPaths(printing.directory)
  const files = new Map<string, DiagnosticEntry[]>()
  for (const { entry } of problems) {
    if (!isListed(entry.severity, printing)) continue
    const file = placed(entry.at?.path ?? '/project/.ai')
    files.set(file, [...(files.get(file) ?? []), entry])
  }
  const parts = [...files].map(([file, entries]) =>
    [`  <file name=${attribute(file)}>`, ...entries.map(errorOf), '  </file>'].join('\n'),
  )
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<checkstyle version="8.0">', ...parts, '</checkstyle>']
  printing.io.out(`${lines.join('\n')}\n`)
}

function errorOf(entry: DiagnosticEntry): string {
  const { line, column } = entry.at?.from ?? { line: 1, column: 1 }
  const message = attribute(wholeMessage(entry))
  return `    <error line="${line}" column="${column}" severity="${severities[entry.severity]}" message=${message} source="rye-chain.${entry.code}"/>`
}
