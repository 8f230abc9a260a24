import { visible, type DiagnosticEntry } from '#core'
import { failedOf, type CheckedItem, type CheckReport } from '../report.ts'
import type { Printing } from './format.ts'

/** JUnit's XML: a test case for each item, which fails by its errors; warnings are its output. */
export function junit(report: CheckReport, { directory, io, quiet }: Printing): void {
  const shown = (entry: DiagnosticEntry): string => {
    const place =
      entry.at === null ? '' : `${directory.shown(entry.at.path)}:${entry.at.from.line}:${entry.at.from.column}: `
    return `${place}${entry.code}: ${entry.message}`
  }
  const { items } = report
  io.out(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites tests="${items.length}" failures="${failedOf(report).length}">`,
      `  <testsuite name="rye-chain check" tests="${items.length}" failures="${failedOf(report).length}">`,
      ...items.flatMap((item) => testCase(item, shown, quiet)),
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n'),
  )
}

function testCase(
  { item, problems }: CheckedItem,
  shown: (entry: DiagnosticEntry) => string,
  quiet: boolean,
): readonly string[] {
  const head = `    <testcase classname=${attribute(item.space)} name=${attribute(item.item_id)}`
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = quiet ? [] : problems.filter(({ severity }) => severity === 'warning')
  const [first] = errors
  if (!first && warnings.length === 0) return [`${head}/>`]
  return [
    `${head}>`,
    ...(first
      ? [
          `      <failure type=${attribute(first.code)} message=${attribute(first.message)}>${content(errors.map(shown))}</failure>`,
        ]
      : []),
    ...(warnings.length > 0 ? [`      <system-out>${content(warnings.map(shown))}</system-out>`] : []),
    '    </testcase>',
  ]
}

function content(lines: readonly string[]): string {
  return escaped(lines.join('\n'))
}

function attribute(text: string): string {
  return `"${escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`
}

/** XML 1.0 has no room for most control characters; they become visible, as everywhere. */
function escaped(text: string): string {
  const lines = text.split('\n').map((line) => visible(line).replaceAll('\uFFFE', '').replaceAll('\uFFFF', ''))
  return lines.join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
