import { directoryOptions, openDirectory, requireTree } from '../../engine/directory.ts'
import type { Command, Given } from '../command.ts'
import { UsageError } from '../io.ts'
import type { CheckFormat } from './formats/format.ts'
import { github } from './formats/github.ts'
import { json } from './formats/json.ts'
import { junit } from './formats/junit.ts'
import { sarif } from './formats/sarif.ts'
import { text } from './formats/text.ts'
import { checkReport } from './report.ts'
import { selectionOf } from './selection.ts'

const formats = { text, json, sarif, github, junit } satisfies Readonly<Record<string, CheckFormat>>
const formatNames = ['text', 'json', 'sarif', 'github', 'junit'] as const satisfies readonly (keyof typeof formats)[]

/** Every item of a directory at once: what a continuous integration asks. */
export const checkCommand: Command = {
  name: 'check',
  words: '[PATH...]',
  about: 'Check every item of the project and the user space; exit code 1 if one has an error.',
  more: 'Items are checked without parameters, so required ones are not missed here. Use --strict to require signatures. PATH is a file or folder of the project: only items in it are told.',
  options: {
    ...directoryOptions,
    item: { value: 'GLOB', multiple: true, about: "Only items whose id fits: 'demo/*', '**/lint'." },
    changed: {
      about: 'Only items that a change since the last commit can touch, by their own file or through their chain.',
    },
    since: { value: 'REVISION', about: 'The same since another revision of git, such as origin/main.' },
    'with-system': { about: 'The items of the system bundle too.' },
    format: { value: 'NAME', choices: formatNames, about: `How it is told: ${formatNames.join(', ')}.` },
    quiet: { about: 'Errors only.' },
    'max-warnings': { value: 'N', about: 'Exit code 1 too if there are more warnings than this.' },
    json: { about: 'The same as --format json.' },
  },
  run(given, io) {
    const format = formats[given.flag('json') ? 'json' : given.oneOf('format', formatNames)]
    const most = mostWarnings(given)
    const directory = openDirectory(given, io)
    requireTree(directory)
    const report = checkReport(directory.workspace, selectionOf(given, directory, io))
    format(report, { directory, io, quiet: given.flag('quiet') })
    if (report.warnings > most) io.err(`${report.warnings} warnings are more than --max-warnings ${most}.\n`)
    return report.errors === 0 && report.warnings <= most ? 0 : 1
  },
}

function mostWarnings(given: Given): number {
  const written = given.text('max-warnings')
  if (written === undefined) return Infinity
  if (!/^\d{1,9}$/.test(written))
    throw new UsageError(`--max-warnings is ${JSON.stringify(written)}; it must be a whole number.`)
  return Number(written)
}
