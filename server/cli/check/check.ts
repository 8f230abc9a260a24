import { listed } from '#core/diagnostics'
import type { ProjectReport } from '#core/expect'
import { counted, visible } from '#core/text'
import { resolve } from '../../disk-paths.ts'
import type { WrittenBaseline } from '../../project/check/baseline.ts'
import { ProjectCheck, type CheckOptions } from '../../project/check/check.ts'
import type { Fixing } from '../../project/check/fix.ts'
import { requireItems } from '../../project/check/selection.ts'
import { openUnsaved, openWithText, patchOf } from '../../project/check/unsaved.ts'
import { openStaged } from '../../project/check/staged.ts'
import { YoungSpace } from '../../project/check/young-space.ts'
import { requireTree, type Directory } from '../../project/directory.ts'
import { reportWithShownPaths } from '../../project/own-paths.ts'
import { openProject } from '../../project/project.ts'
import { ReportedError } from '../../project/reported-error.ts'
import type { Command, Arguments } from '../command.ts'
import { KeptCommand, keptOptions } from '../kept.ts'
import type { Io } from '../io.ts'
import { paintFor } from '../paint.ts'
import { Progress } from '../progress.ts'
import { directoryOptions, projectOptions } from '../project-options.ts'
import { writeReport, type CheckFormat } from './formats/format.ts'
import { checkstyle } from './formats/checkstyle.ts'
import { concise } from './formats/concise.ts'
import { gitlab } from './formats/gitlab.ts'
import { statisticsJson, statisticsText } from './formats/statistics.ts'
import { github } from './formats/github.ts'
import { json } from './formats/json.ts'
import { junit } from './formats/junit.ts'
import { sarif } from './formats/sarif.ts'
import { text } from './formats/text.ts'
import { expectationVerdict } from '../expect/lines.ts'
import { walkVerdict } from './walks.ts'
import { watchProject } from './watch.ts'

const formats = { text, json, sarif, github, gitlab, junit, checkstyle, concise } satisfies Readonly<
  Record<string, CheckFormat>
>
const formatNames = [
  'text',
  'json',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'checkstyle',
  'concise',
] as const satisfies readonly (keyof typeof formats)[]

/** Check every item of a directory, for example in continuous integration. */
export const checkCommand: Command = {
  name: 'check',
  words: '[PATH...]',
  about: 'Check every item of the project and the user space. Exit code 1 if there is an error.',
  more: 'Items are checked without parameters, so missing parameters are not reported. Use --strict to require signatures. With PATH, a file or folder of the project, only its items are reported. The comment "rye-chain: allow CODE because REASON" suppresses a problem on the same or the next line; allow-file suppresses it in the whole file.',
  options: {
    ...directoryOptions,
    ...keptOptions,
    item: { value: 'GLOB', multiple: true, about: "Only items whose ID matches: 'demo/*', '**/lint'." },
    changed: {
      about: 'Only items affected by changes since the last commit, in their own file or in their chain.',
    },
    since: { value: 'REVISION', about: 'Like --changed, but since another git revision, such as origin/main.' },
    staged: {
      about:
        'Check the files of the next commit, as the git index contains them, and only items affected by it. For a pre-commit hook.',
    },
    'with-system': { about: 'Also check the items of the system bundles.' },
    format: { value: 'NAME', choices: formatNames, about: `Output format: ${formatNames.join(', ')}.` },
    report: {
      value: 'NAME=FILE',
      multiple: true,
      about: 'Also write a report to a file in this format, such as sarif=check.sarif.',
    },
    statistics: { about: 'Show the number of problems per rule instead of the problems. Also with --json.' },
    hints: { about: 'Also show hints. The format json always contains them.' },
    'no-expect': { about: 'Skip the expectations in .ai/expect and the walk tests in .ai/walks.' },
    quiet: { about: 'Show errors only, and the number of hidden warnings.' },
    'max-warnings': { value: 'N', about: 'Exit with code 1 if there are more than N warnings.' },
    json: { about: 'The same as --format json.' },
    fix: {
      about:
        'Apply safe fixes: verified, unambiguous, and only in text files of the project. For other fixes, use explain or an editor.',
    },
    'dry-run': { about: 'With --fix: print the fixes as a diff, and write nothing. Exit code 1 if there is a fix.' },
    stdin: {
      about: 'Check standard input in place of the file --stdin-filename, such as an unsaved file in an editor.',
    },
    'stdin-filename': { value: 'PATH', about: 'The path of the file for --stdin. The file need not exist.' },
    baseline: { value: 'FILE', about: 'Report only problems that this file does not list.' },
    'write-baseline': {
      value: 'FILE',
      about:
        'Write the current problems to a baseline file, for --baseline (exit code 0). Removes fixed problems from an existing baseline, but does not add new ones (exit code 1).',
    },
    grow: { about: 'Let --write-baseline add new problems.' },
    watch: { about: 'Check again after each change, until Ctrl+C.' },
  },
  async run(given, io) {
    for (const [name, reads, others] of alone) if (given.flag(name)) requireAlone(given, name, reads, others)
    if (given.flag('dry-run')) return printFixes(given, io)
    let code = 0
    const kept = new KeptCommand(given, io, isKept(given))
    const open = () => {
      const staged = given.flag('staged') ? openStaged(projectOptions(given, io)) : undefined
      const typed = given.flag('stdin')
        ? openWithText(projectOptions(given, io), given.need('stdin-filename'), io.input())
        : undefined
      const reads = kept.output?.reads
      const { directory } = (staged ?? typed)?.project ?? openProject({ ...projectOptions(given, kept.io), reads })
      requireTree(directory)
      if (reads) for (const path of [...given.words, ...baselineOf(given)]) reads.look(resolve(io.cwd, path))
      const options = { ...checkOptions(given), changed: staged?.changed, files: typed && [typed.path] }
      requireItems(options, directory)
      const check = preparedCheck(given, directory, options, kept.io)
      return { directory, check: () => void (code = kept.answer([directory], check)) }
    }
    const opened = open()
    opened.check()
    if (given.flag('watch')) await watchProject(opened, io, open)
    return code
  },
}

/** Whether the output depends only on the project and the options, and not on Git, a file to write or the clock. */
function isKept(given: Arguments): boolean {
  const others = ['staged', 'stdin', 'changed', 'fix', 'watch'].some((name) => given.flag(name))
  const files = ['since', 'write-baseline'].some((name) => given.text(name) !== undefined)
  return !others && !files && given.texts('report').length === 0 && formatOf(given) !== junit
}

function baselineOf(given: Arguments): readonly string[] {
  const file = given.text('baseline')
  return file === undefined ? [] : [file]
}

/** Options that replace the usual input or output, each with its effect and the options that contradict it. */
const alone = [
  ['staged', 'reads the git index', ['changed', 'since', 'fix', 'watch', 'stdin']],
  ['stdin', 'reads standard input', ['changed', 'since', 'fix', 'watch', 'write-baseline']],
  ['dry-run', 'prints a diff', ['json', 'format', 'statistics', 'report', 'watch', 'write-baseline']],
] as const

function requireAlone(given: Arguments, name: string, reads: string, others: readonly string[]): void {
  const other = others.find((one) => given.flag(one) || given.text(one) !== undefined || given.texts(one).length > 0)
  if (other !== undefined)
    throw new ReportedError('usage', `--${name} ${reads}, which contradicts --${other}. Pass one of them.`)
}

/** Print the fixes of `--fix` as a diff, and list them on standard error. Returns the exit code. */
function printFixes(given: Arguments, io: Io): number {
  if (!given.flag('fix')) throw new ReportedError('usage', '--dry-run requires --fix.')
  const unsaved = openUnsaved(projectOptions(given, io))
  const { directory } = unsaved.project
  requireTree(directory)
  const options = { ...checkOptions(given), preview: unsaved.unsaved }
  requireItems(options, directory)
  const { fixing, report, isGood } = new ProjectCheck(directory, { placesAtOnce: true }).run(options)
  io.out(patchOf(unsaved, directory))
  for (const { item_id, title } of fixing?.fixes ?? []) io.err(`would fix  ${visible(item_id)}: ${visible(title)}\n`)
  if (report.errors > 0) io.err(`${counted(report.errors, 'error')} without a safe fix. See: rye-chain check\n`)
  return isGood && fixing?.fixes.length === 0 ? 0 : 1
}

/** The settings of a check from its options. */
function checkOptions(given: Arguments): CheckOptions {
  const file = given.text('write-baseline')
  return {
    paths: given.words,
    globs: given.texts('item'),
    since: given.text('since') ?? (given.flag('changed') ? 'HEAD' : undefined),
    withSystem: given.flag('with-system'),
    tests: !given.flag('no-expect'),
    baseline: given.text('baseline'),
    fix: given.flag('fix'),
    writeBaseline: file === undefined ? undefined : { file, grows: given.flag('grow') },
    maxWarnings: mostWarnings(given),
  }
}

/** A repeatable check. Each call prints a report and returns the exit code. */
function preparedCheck(given: Arguments, directory: Directory, options: CheckOptions, io: Io): () => number {
  const format = formatOf(given)
  const reports = reportsOf(given)
  const digests = [format, ...reports.map(({ name }) => formats[name])].includes(json)
  const [progress, young] = [new Progress(io), new YoungSpace()]
  const check = new ProjectCheck(directory, {
    placesAtOnce: true,
    digests,
    looked(done, all) {
      young.look()
      progress.show('items checked', done, all)
    },
    ended: () => progress.end(),
  })
  const checked = (): number => {
    const begun = io.now().getTime()
    const { report, fixing, written, unused, maxWarnings, isGood } = check.run(options)
    if (fixing) for (const line of fixLines(fixing, directory)) io.err(`${line}\n`)
    if (written) io.err(baselineLine(options.writeBaseline?.file ?? '', written))
    const seconds = (io.now().getTime() - begun) / 1000
    const printing = { directory, io, quiet: given.flag('quiet'), hints: given.flag('hints'), seconds }
    // Text converts only the paths in the lines that it prints, to save memory. JSON keeps workspace paths.
    const reportFor = (one: CheckFormat): ProjectReport =>
      one === text || one === json ? report : reportWithShownPaths(report, directory)
    format(reportFor(format), printing)
    for (const { name, to } of reports) writeReport(formats[name], to, reportFor(formats[name]), printing)
    if (format !== json && format !== statisticsJson) {
      const say = format === text ? io.out : io.err
      const paint = paintFor(io)
      for (const line of walkVerdict(report.walks, paint)) say(`${line}\n`)
      for (const line of expectationVerdict(report.expectations.tests, paint)) say(`${line}\n`)
    }
    for (const place of unused) io.err(`${place}: this comment suppresses no problem\n`)
    if (report.warnings > maxWarnings)
      io.err(`Found ${counted(report.warnings, 'warning')}; --max-warnings allows ${maxWarnings}.\n`)
    return isGood ? 0 : 1
  }
  return () => {
    try {
      return checked()
    } finally {
      // Not earlier, because printing allocates too.
      young.release()
    }
  }
}

/**
 * The format of standard output.
 * @throws ReportedError for a format that has no statistics, with `--statistics`
 */
function formatOf(given: Arguments): CheckFormat {
  const name = given.format(formatNames)
  if (!given.flag('statistics')) return formats[name]
  if (name !== 'text' && name !== 'json')
    throw new ReportedError(
      'usage',
      `--statistics has the formats text and json, not ${name}. To write another format too, pass --report.`,
    )
  return name === 'json' ? statisticsJson : statisticsText
}

/** A line per fix, and a line per file that lost its signature because of a fix. */
function fixLines({ fixes, unsigned }: Fixing, { shown }: Directory): readonly string[] {
  return [
    ...fixes.map(({ item_id, title, because }) => {
      const about = `${visible(item_id)}: ${visible(title)}`
      return because === undefined ? `fixed  ${about}` : `not fixed  ${about}: ${visible(because)}`
    }),
    ...unsigned.map((path) => `signature invalid  ${visible(shown(path))}: sign it again`),
  ]
}

function baselineLine(name: string, written: WrittenBaseline): string {
  if ('because' in written) return `${name} is unchanged: ${written.because}\n`
  const { findings } = written
  return `Wrote ${counted(findings, 'problem')} to ${name}. To ignore ${findings === 1 ? 'it' : 'them'}: --baseline ${name}\n`
}

/** The report files to write in addition to standard output, each with its own format. */
function reportsOf(given: Arguments): readonly { readonly name: keyof typeof formats; readonly to: string }[] {
  return given.texts('report').map((word) => {
    const [, written, to] = /^([^=]*)=(.+)$/s.exec(word) ?? []
    const name = formatNames.find((known) => known === written)
    if (name === undefined || to === undefined)
      throw new ReportedError(
        'usage',
        `--report is ${JSON.stringify(word)}; it must be NAME=FILE, where NAME is ${listed(formatNames, 'or')}.`,
      )
    return { name, to }
  })
}

function mostWarnings(given: Arguments): number | undefined {
  const written = given.text('max-warnings')
  if (written === undefined) return undefined
  if (!/^\d{1,9}$/.test(written))
    throw new ReportedError(
      'usage',
      `--max-warnings is ${JSON.stringify(written)}; it must be a whole number of at most nine digits.`,
    )
  return Number(written)
}
