import { openDirectory } from '../project/directory.ts'
import { ReportedError } from '../project/reported-error.ts'
import { rulesOf, type Rule } from '../project/rules.ts'
import { noCode } from '../project/codes.ts'
import type { Command } from './command.ts'
import { printJson } from './io.ts'
import { paintFor, type Paint } from './paint.ts'
import { directoryOptions, projectOptions } from './project-options.ts'

/** Every kind of finding that `check` reports, with its severity in the project. */
export const rulesCommand: Command = {
  name: 'rules',
  words: '[CODE...]',
  about: 'List the rules of check, each with its severity in this project, its meaning and its fix.',
  more: 'Pass codes to list only their rules. Set severities in rye-chain.yaml. For the full page of a rule, run rye-chain explain CODE.',
  options: { ...directoryOptions, json: { about: 'Print the result as JSON.' } },
  run(given, io) {
    const all = rulesOf(openDirectory(projectOptions(given, io)).file)
    const unknown = given.words.find((word) => all.every(({ code }) => code !== word))
    if (unknown !== undefined) throw new ReportedError('usage', `${noCode(unknown)}. For all codes: rye-chain rules`)
    const rules = given.words.length === 0 ? all : all.filter(({ code }) => given.words.includes(code))
    if (given.flag('json')) printJson(io, { format: 1, rules })
    else io.out(rules.map((rule) => lineOf(rule, paintFor(io))).join(''))
    return 0
  },
}

function lineOf({ code, severity, default_severity, semantics, about, fix }: Rule, paint: Paint): string {
  const color = severity === 'error' ? paint.bad : severity === 'warning' ? paint.warn : paint.faint
  const changed = severity === default_severity ? '' : ` (default: ${default_severity})`
  const cited = semantics.length === 0 ? '' : `  ${paint.faint(semantics.join(' '))}`
  return `${paint.strong(code)}  ${color(severity)}${changed}${cited}\n    ${about}\n    ${paint.faint(`Fix: ${fix}`)}\n`
}
