import { WorkspaceChecker, type DiagnosticEntry } from '#core/answer'
import { counted } from '#core/text'
import { directoryOptions, openDirectory, requireTree, type Directory } from '../directory.ts'
import type { Command, Given } from '../command.ts'
import { UsageError, type Io } from '../io.ts'
import { readBaseline, writeBaseline } from './baseline.ts'
import { levelled } from '../levels.ts'
import { fingerprintOf } from './fingerprint.ts'
import { applyFixes } from './fix.ts'
import { writeReport, type CheckFormat } from './formats/format.ts'
import { github } from './formats/github.ts'
import { json } from './formats/json.ts'
import { junit } from './formats/junit.ts'
import { sarif } from './formats/sarif.ts'
import { text } from './formats/text.ts'
import { projectReport, hidesItems, type Asked, type ProjectReport } from '#core/run'
import { paintFor } from '../paint.ts'
import { Progress } from '../progress.ts'
import { walkVerdict } from './walks.ts'
import { isPart, requireItems, selectionOf } from './selection.ts'
import { InlineSuppressions } from './suppress.ts'
import { watchProject } from './watch.ts'
import { YoungSpace } from './young-space.ts'

const formats = { text, json, sarif, github, junit } satisfies Readonly<Record<string, CheckFormat>>
const formatNames = ['text', 'json', 'sarif', 'github', 'junit'] as const satisfies readonly (keyof typeof formats)[]

/** Every item of a directory at once: what a continuous integration asks. */
export const checkCommand: Command = {
  name: 'check',
  words: '[PATH...]',
  about: 'Check every item of the project and the user space; exit code 1 if one has an error.',
  more: 'Items are checked without parameters, so required ones are not missed here. Use --strict to require signatures. PATH is a file or folder of the project: only items in it are told. A comment "rye-chain: allow CODE because REASON" suppresses a finding of its line or the next, allow-file of its file.',
  options: {
    ...directoryOptions,
    item: { value: 'GLOB', multiple: true, about: "Only items whose id fits: 'demo/*', '**/lint'." },
    changed: {
      about: 'Only items that a change since the last commit can touch, by their own file or through their chain.',
    },
    since: { value: 'REVISION', about: 'The same since another revision of git, such as origin/main.' },
    'with-system': { about: 'The items of the system bundle too.' },
    format: { value: 'NAME', choices: formatNames, about: `How it is told: ${formatNames.join(', ')}.` },
    report: {
      value: 'NAME=FILE',
      multiple: true,
      about: 'Write it to a file in that format too, such as sarif=check.sarif.',
    },
    quiet: { about: 'Errors only; how many warnings are not shown is counted.' },
    'max-warnings': { value: 'N', about: 'Exit code 1 too if there are more warnings than this.' },
    json: { about: 'The same as --format json.' },
    fix: {
      about:
        'Make the fixes that are sure: tried, the only way, and in texts of the project alone. Others are a choice: explain and the editor offer them.',
    },
    baseline: { value: 'FILE', about: 'Leave out the findings that are in it; new ones count.' },
    'write-baseline': {
      value: 'FILE',
      about:
        'Write what is found now as such a file, and leave it out from now on: exit code 0. One that is there only loses findings, and takes no new ones in (exit code 1).',
    },
    grow: { about: 'Let --write-baseline take new findings in.' },
    watch: { about: 'Check again after every change, until Ctrl+C.' },
  },
  async run(given, io) {
    let code = 0
    const open = () => {
      const directory = openDirectory(given, io)
      requireTree(directory)
      requireItems(given, directory)
      const check = preparedCheck(given, directory, io)
      return { directory, check: () => void (code = check()) }
    }
    const opened = open()
    opened.check()
    if (given.flag('watch')) await watchProject(opened, io, open)
    return code
  },
}

/** The check that the options ask for, ready to be made again and again; each answers its exit code. */
function preparedCheck(given: Given, directory: Directory, io: Io): () => number {
  const { workspace } = directory
  const format = formats[given.format(formatNames)]
  const reports = reportsOf(given)
  const most = mostWarnings(given) ?? directory.file.maxWarnings ?? Infinity
  const baseline = given.text('baseline')
  let known: ReadonlySet<string> = baseline === undefined ? new Set() : readBaseline(baseline, io)
  const digests = [format, ...reports.map(({ name }) => formats[name])].includes(json)
  const [progress, young] = [new Progress(io), new YoungSpace()]
  const looked = (done: number, all: number): void => {
    young.look()
    progress.tell('items checked', done, all)
  }
  const checker = new WorkspaceChecker(workspace, {}, { placesAtOnce: true, digests, looked })
  const reported = (asked: Asked): ProjectReport => {
    try {
      return projectReport(workspace, checker, asked)
    } finally {
      progress.end()
      young.release()
    }
  }
  return () => {
    const inline = new InlineSuppressions(directory, io)
    const asked: Asked = {
      wanted: selectionOf(given, directory, io),
      level: (entry) => levelled(entry, directory.file),
      suppressed: (entry) =>
        inline.allows(entry) ?? (known.has(fingerprintOf(entry)) ? { by: 'baseline', reason: null } : undefined),
    }
    let report = reported(asked)
    const fixes = given.flag('fix') ? applyFixes(report, directory, io) : undefined
    if (fixes && fixes.made + fixes.refused > 0) report = reported(asked)
    const file = given.text('write-baseline')
    const isKeptOut = (entry: DiagnosticEntry): boolean => hidesItems(workspace, entry)
    const growth = { known, grows: given.flag('grow'), isPart: isPart(given), isKeptOut, io }
    const written = file === undefined ? known : writeBaseline(file, report, growth)
    if (written && written !== known) {
      // What is in it now is left out as it will be from now on; only what it cannot hold is left to tell.
      known = written
      report = reported(asked)
    }
    const printing = { directory, io, quiet: given.flag('quiet') }
    format(report, printing)
    for (const { name, to } of reports) writeReport(formats[name], to, report, printing)
    if (format !== json) {
      const say = format === text ? io.out : io.err
      for (const line of walkVerdict(report.walks, paintFor(io))) say(`${line}\n`)
    }
    for (const place of inline.unused()) io.err(`${place}: nothing here to suppress\n`)
    if (report.warnings > most)
      io.err(`${counted(report.warnings, 'warning is', 'warnings are')} more than the ${most} of --max-warnings.\n`)
    if (fixes && fixes.refused > 0) return 1
    const isGood = report.errors === 0 && report.warnings <= most
    return written && isGood ? 0 : 1
  }
}

/** The files that are written beside standard output, each in a format of its own. */
function reportsOf(given: Given): readonly { readonly name: keyof typeof formats; readonly to: string }[] {
  return given.texts('report').map((word) => {
    const [, written, to] = /^([^=]*)=(.+)$/s.exec(word) ?? []
    const name = formatNames.find((known) => known === written)
    if (name === undefined || to === undefined)
      throw new UsageError(
        `--report is ${JSON.stringify(word)}; it must be NAME=FILE, where NAME is ${formatNames.join(' or ')}.`,
      )
    return { name, to }
  })
}

function mostWarnings(given: Given): number | undefined {
  const written = given.text('max-warnings')
  if (written === undefined) return undefined
  if (!/^\d{1,9}$/.test(written))
    throw new UsageError(`--max-warnings is ${JSON.stringify(written)}; it must be a whole number.`)
  return Number(written)
}
