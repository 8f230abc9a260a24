import { counted, visible } from '#core/text'
import { requireTree } from '../../project/directory.ts'
import { itemNamed } from '../../project/item.ts'
import { openProject, type Project } from '../../project/project.ts'
import { ReportedError } from '../../project/reported-error.ts'
import { parametersGiven } from '../analyze.ts'
import { walkLines } from '../check/walks.ts'
import type { Arguments, Command } from '../command.ts'
import { printJson, type Io } from '../io.ts'
import { paintFor } from '../paint.ts'
import { directoryOptions, projectOptions } from '../project-options.ts'
import { coverageLines } from './coverage-lines.ts'
import { expectationLines, failedTests } from './lines.ts'

/** Checks the expectations and walk tests of a project, or writes an expectation. */
export const expectCommand: Command = {
  name: 'expect',
  words: '[GLOB...]',
  about: 'Check the expectations in .ai/expect and the walk tests in .ai/walks, or write an expectation.',
  more:
    'GLOB selects tests by their item. Expectations are analyzed on the same default machine everywhere. Without --run, no tool runs, and goals about a run are not checked. ' +
    'Exit code: 0 passed, 1 failed (with --coverage: a change that no expectation detects), 2 wrong usage.',
  options: {
    write: { value: 'ITEM', about: "Write the item's current answer to .ai/expect/ITEM.yaml. Replaces this file." },
    params: { value: 'JSON', about: 'With --write: the parameters of the call, as one JSON object. Default: none.' },
    coverage: { about: 'Change the project in memory, and list the rules and places that no expectation covers.' },
    run: { about: 'Also run the items that have goals about a run. Shows each command and asks for confirmation.' },
    yes: { about: 'With --run: run without confirmation.' },
    ...directoryOptions,
    json: { about: 'Print the result as one JSON document.' },
  },
  async run(given, io) {
    const project = openProject(projectOptions(given, io))
    requireTree(project.directory)
    requireTogether(given)
    if (given.flag('coverage')) return cover(project, given, io)
    return given.text('write') === undefined ? check(project, given, io) : write(project, given, io)
  },
}

/** @throws ReportedError for an option without the option that it requires. */
function requireTogether(given: Arguments): void {
  const writes = given.text('write') !== undefined
  if (!writes && given.text('params') !== undefined) throw new ReportedError('usage', '--params requires --write.')
  if (!given.flag('run') && given.flag('yes')) throw new ReportedError('usage', '--yes requires --run.')
  const isAlone = given.words.length === 0 && !writes && !given.flag('run')
  if (given.flag('coverage') && !isAlone)
    throw new ReportedError('usage', '--coverage tests the whole project: pass no GLOB, --write or --run.')
  if (writes && (given.flag('run') || given.words.length > 0))
    throw new ReportedError('usage', '--write takes one ITEM, and neither GLOB nor --run.')
}

async function write(project: Project, given: Arguments, io: Io): Promise<number> {
  const { directory } = project
  const item_id = itemNamed(given.need('write'), directory)
  const parameters = parametersGiven(given) ?? null
  const { path, goals, done } = await project.pinExpectation({ item_id, parameters })
  if (given.flag('json')) printJson(io, { path: directory.shown(path), goals, done })
  else io.out(`${done} ${visible(directory.shown(path))} with ${counted(goals, 'goal')}\n`)
  return 0
}

async function cover(project: Project, given: Arguments, io: Io): Promise<number> {
  const found = await project.coverage()
  if (given.flag('json')) printJson(io, { format: 1, ...found })
  else for (const line of coverageLines(found, project.directory, paintFor(io))) io.out(`${line}\n`)
  return found.survivors.length === 0 ? 0 : 1
}

async function check(project: Project, given: Arguments, io: Io): Promise<number> {
  const globs = given.words
  // Imported only for a run, because loading the sandbox takes longer than most commands.
  const resultsOf = given.flag('run') ? await (await import('./run.ts')).runExpectations(project, given, io) : undefined
  const { expectations, walks } = await project.tests({ globs, ...(resultsOf && { resultsOf }) })
  const failed = failedTests(expectations.tests, walks.tests)
  const count = expectations.tests.length + walks.tests.length
  if (given.flag('json')) {
    const { tests, coverage } = walks
    printJson(io, { format: 1, failed, expectations: expectations.tests, walks: { tests, coverage } })
  } else if (count === 0) {
    io.out('There are no expectations. To write one: rye-chain expect --write ITEM\n')
  } else {
    const paint = paintFor(io)
    for (const line of expectationLines(expectations.tests, project.directory, paint)) io.out(`${line}\n`)
    for (const line of walkLines(walks, project.directory, paint)) io.out(`${line}\n`)
  }
  return failed === 0 ? 0 : 1
}
