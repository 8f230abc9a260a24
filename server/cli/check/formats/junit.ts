import type { DiagnosticEntry } from '#core/answer'
import type { Directory } from '../../../project/directory.ts'
import type { ProjectReport } from '#core/expect'
import { isListed, wholeMessage, type Printing } from './format.ts'
import { attribute, content } from './xml.ts'
import { repositoryPaths } from './repository.ts'

/**
 * Writes JUnit XML, with a test case for each item, each walk and each expectation. A test case with errors fails;
 * warnings are its output. The check does not time single items, so only the suite of items has a time, that of the
 * whole check.
 */
export function junit(report: ProjectReport, printing: Printing): void {
  const { directory, io, seconds } = printing
  const placed = repositoryPaths(directory)
  const shown = (entry: DiagnosticEntry): string => {
    const place =
      entry.at === null ? '' : `${directory.shown(entry.at.path)}:${entry.at.from.line}:${entry.at.from.column}: `
    return `${place}${entry.code}: ${entry.message}`
  }
  const time = seconds.toFixed(3)
  const suites = [
    {
      name: 'rye-chain check',
      cases: report.items.map(({ item, problems }) => ({
        within: item.space,
        name: item.item_id,
        file: placed(item.path),
        problems,
      })),
    },
    { name: 'rye-chain walks', cases: walkCases(report, directory, placed) },
    { name: 'rye-chain expectations', cases: expectationCases(report, directory, placed) },
  ].filter(({ cases }, index) => index === 0 || cases.length > 0)
  const all = suites.flatMap(({ cases }) => cases)
  io.out(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites ${counts(all)} time="${time}">`,
      ...suites.flatMap(({ name, cases }, index) => [
        `  <testsuite name="${name}" ${counts(cases)}${index === 0 ? ` time="${time}"` : ''}>`,
        ...cases.flatMap((one) => testCase(one, shown, printing)),
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
  readonly file: string
  readonly problems: readonly DiagnosticEntry[]
}

function walkCases(
  { walks: { tests, findings } }: ProjectReport,
  directory: Directory,
  placed: (path: string) => string,
): readonly Case[] {
  return tests.map(({ path, graph }) => ({
    within: graph ?? 'no graph',
    name: directory.shown(path),
    file: placed(path),
    problems: findings.filter(({ at }) => at?.path === path),
  }))
}

function expectationCases(
  { expectations: { tests, findings } }: ProjectReport,
  directory: Directory,
  placed: (path: string) => string,
): readonly Case[] {
  return tests.map(({ path, item_id }) => ({
    within: item_id ?? 'no item',
    name: directory.shown(path),
    file: placed(path),
    problems: findings.filter(({ at }) => at?.path === path),
  }))
}

function counts(cases: readonly Case[]): string {
  const failures = cases.filter(({ problems }) => problems.some(({ severity }) => severity === 'error'))
  return `tests="${cases.length}" failures="${failures.length}"`
}

function testCase(
  { within, name, file, problems }: Case,
  shown: (entry: DiagnosticEntry) => string,
  printing: Printing,
): readonly string[] {
  const head = `    <testcase classname=${attribute(within)} name=${attribute(name)} file=${attribute(file)}`
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity !== 'error' && isListed(severity, printing))
  const [first] = errors
  if (!first && warnings.length === 0) return [`${head}/>`]
  return [
    `${head}>`,
    ...(first
      ? [
          `      <failure type=${attribute(first.code)} message=${attribute(wholeMessage(first))}>${content(errors.map(shown))}</failure>`,
        ]
      : []),
    ...(warnings.length > 0 ? [`      <system-out>${content(warnings.map(shown))}</system-out>`] : []),
    '    </testcase>',
  ]
}
