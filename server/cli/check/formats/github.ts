import type { DiagnosticEntry } from '#core/answer'
import type { Severity } from '#core/diagnostics'
import { visible } from '#core/text'
import type { ProjectReport } from '#core/expect'
import { isListed, type Printing } from './format.ts'
import { repositoryPaths } from './repository.ts'
import { text } from './text.ts'

/** Maximum number of annotations per severity and step; GitHub silently drops further ones. */
const mostAnnotations = 10

const kinds = { error: 'error', warning: 'warning', hint: 'notice' } as const satisfies Record<Severity, string>

/**
 * Writes the text report, followed by the first findings of each severity as GitHub Actions annotations, most severe
 * first.
 */
export function github(report: ProjectReport, printing: Printing): void {
  text(report, printing)
  const placed = repositoryPaths(printing.directory)
  for (const severity of (['error', 'warning', 'hint'] as const).filter((one) => isListed(one, printing))) {
    const entries = report.problems.map(({ entry }) => entry).filter((entry) => entry.severity === severity)
    for (const entry of entries.slice(0, mostAnnotations)) printing.io.out(`${annotation(entry, placed)}\n`)
  }
}

function annotation(
  { code, severity, message, hint, at }: DiagnosticEntry,
  placed: ReturnType<typeof repositoryPaths>,
): string {
  const place =
    at === null
      ? {}
      : {
          file: placed(at.path),
          line: at.from.line,
          col: at.from.column,
          endLine: at.to.line,
          endColumn: at.to.column,
        }
  const properties = Object.entries({ ...place, title: code }).map(
    ([name, value]) => `${name}=${property(String(value))}`,
  )
  return `::${kinds[severity]} ${properties.join(',')}::${[message, hint]
    .filter((one) => one !== '')
    .map(data)
    .join('%0A')}`
}

/** The message of a GitHub workflow command: one line, with special characters escaped. */
function data(written: string): string {
  return visible(written).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(written: string): string {
  return data(written).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
