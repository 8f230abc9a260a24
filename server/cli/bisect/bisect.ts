import { visible } from '#core/text'
import { requireTree, type Directory } from '../../project/directory.ts'
import { bisectCommits, type Bisected } from '../../project/diff/bisect.ts'
import { openProject } from '../../project/project.ts'
import { itemGiven, itemOptions, parametersGiven } from '../analyze.ts'
import type { Command } from '../command.ts'
import { placeText } from '../impact/places.ts'
import { printJson } from '../io.ts'
import { brief, paintFor, type Paint } from '../paint.ts'
import { directoryOptions, projectOptions } from '../project-options.ts'

/** The commit that last changed a value of an item. */
export const bisectCommand: Command = {
  name: 'bisect',
  words: '[ITEM]',
  about: 'Find the Git commit that last changed a value, the chain or a verdict of an item, with the cause.',
  more:
    'Reads the history of the current branch along first parents, and does not run code from the repository. ' +
    `Without --value, compares status, chain, verdicts and command. Searches at most ${bisectCommits} commits (limit bisectCommits). ` +
    'Exit code: 0 found, 1 no change found, 2 wrong usage.',
  options: {
    ...itemOptions,
    value: { value: 'POINTER', about: 'JSON pointer into the output of analyze --json, such as /plan/command.' },
    ...directoryOptions,
    json: { about: 'Print the result as one JSON document.' },
  },
  async run(given, io) {
    const project = openProject(projectOptions(given, io))
    const { directory } = project
    requireTree(directory)
    const item_id = itemGiven(given, directory, given.words)
    const parameters = parametersGiven(given) ?? '{}'
    const pointer = given.text('value')
    const found = await project.bisect({ item_id, parameters, pointer })
    if (given.flag('json')) printJson(io, { format: 1, item_id, pointer: pointer ?? null, ...found })
    else io.out(bisectText(found, pointer, directory, paintFor(io)))
    return found.kind === 'commit' || found.kind === 'uncommitted' ? 0 : 1
  },
}

function bisectText(found: Bisected, pointer: string | undefined, { shown }: Directory, paint: Paint): string {
  const { kind, commit, commits, before, after, cause, at } = found
  const name =
    commit === null ? '' : `${commit.id.slice(0, 12)} ${dayOf(commit.seconds)} ${commit.author}: ${commit.subject}`
  if (kind === 'first') return `No change in ${commits} commits. The first commit: ${visible(name)}\n`
  if (kind === 'limit')
    return `No change in the last ${bisectCommits} commits (limit bisectCommits). The oldest of them: ${visible(name)}\n`
  return [
    paint.strong(kind === 'uncommitted' ? 'Changed since the last commit' : visible(name)),
    ...(pointer === undefined
      ? []
      : [
          `  ${visible(pointer)}${placeText(at, shown, paint)}`,
          `    ${paint.bad(`- ${brief(before ?? 'none')}`)}`,
          `    ${paint.good(`+ ${brief(after ?? 'none')}`)}`,
        ]),
    ...(cause ? [`  first difference: ${visible(cause.what)}${changeText(cause)}`] : []),
    '',
  ].join('\n')
}

/** The old and the new state of a cause; empty if the cause omits them because they can be secrets. */
function changeText({ before, after }: NonNullable<Bisected['cause']>): string {
  return before === null && after === null ? '' : `: ${brief(before ?? 'none')} → ${brief(after ?? 'none')}`
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
