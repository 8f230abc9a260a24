import type { DiagnosticEntry } from '#core/answer'
import { visible } from '#core/text'
import type { Directory } from '../../../project/directory.ts'
import type { ProjectReport } from '#core/run'
import type { Printing } from './format.ts'

/** JUnit XML, with a test case for each item and each walk. A test case with errors fails; warnings are its output. */
export function junit(report: ProjectReport, { directory, io, quiet }: Printing): void {
  const shown = (entry: DiagnosticEntry): string => {
    const place =
      entry.at === null ? '' : `${directory.shown(entry.at.path)}:${entry.at.from.line}:${entry.at.from.column}: `
    return `${place}${entry.code}: ${entry.message}`
  }
  const suites = [
    {
      name: 'rye-chain check',
      cases: report.items.map(({ item, problems }) => ({ within: item.space, name: item.item_id, problems })),
    },
    { name: 'rye-chain walks', cases: walkCases(report, directory) },
  ].filter(({ cases }, index) => index === 0 || cases.length > 0)
  const all = suites.flatMap(({ cases }) => cases)
  io.out(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites ${counts(all)}>`,
      ...suites.flatMap(({ name, cases }) => [
        `  <testsuite name="${name}" ${counts(cases)}>`,
        ...cases.flatMap((one) => testCase(one, shown, quiet)),
        '  </testsuite>',
      ]),
      '</testsuites>',
      '',
    ].join('\n'),
  )
}

interface Case {
  readonly within: string
  readonly name: string
  readonly problems: readonly DiagnosticEntry[]
}

function walkCases({ walks: { tests, findings } }: ProjectReport, directory: Directory): readonly Case[] {
  return tests.map(({ path, graph }) => ({
    within: graph ?? 'no graph',
    name: directory.shown(path),
    problems: findings.filter(({ at }) => at?.path === path),
  }))
}

function counts(cases: readonly Case[]): string {
  const failures = cases.filter(({ problems }) => problems.some(({ severity }) => severity === 'error'))
  return `tests="${cases.length}" failures="${failures.length}"`
}

function testCase(
  { within, name, problems }: Case,
  shown: (entry: DiagnosticEntry) => string,
  quiet: boolean,
): readonly string[] {
  const head = `    <testcase classname=${attribute(within)} name=${attribute(name)}`
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

/** XML 1.0 does not allow most control characters, so they are replaced with visible ones, as in other formats. */
function escaped(text: string): string {
  const lines = text.split('\n').map((line) => visible(line).replaceAll('\uFFFE', '').replaceAll('\uFFFF', ''))
  return lines.join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
