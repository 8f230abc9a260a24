import type { User } from '#core/impact'
import { counted, visible } from '#core/text'
import type { Directory } from '../../project/directory.ts'
import { requireTree } from '../../project/directory.ts'
import type { FoundUses } from '../../project/impact.ts'
import { openProject } from '../../project/project.ts'
import { ReportedError } from '../../project/reported-error.ts'
import type { Command } from '../command.ts'
import { printJson } from '../io.ts'
import { paintFor, type Paint } from '../paint.ts'
import { directoryOptions, projectOptions } from '../project-options.ts'
import { placeText, uncheckedText } from './places.ts'

/** The items that use an item, a file or a variable. */
export const usesCommand: Command = {
  name: 'uses',
  words: 'TARGET',
  about: 'List the items that use an item, a file or a variable, directly or through their chain.',
  more:
    'TARGET is an item ID, a variable such as $REGION, or the path of a tool, a tool config, .env, a lockfile or an interpreter. ' +
    'TARGET can also be a missing executor. Exit code: 0 some items use TARGET, 1 no item does, 2 wrong usage.',
  options: { ...directoryOptions, json: { about: 'Print the result as one JSON document.' } },
  async run(given, io) {
    const [word, ...more] = given.words
    if (word === undefined || more.length > 0)
      throw new ReportedError('usage', 'Pass one target: an item ID, the path of a file, or a variable as $NAME.')
    const project = openProject(projectOptions(given, io))
    requireTree(project.directory)
    const found = await project.uses(word)
    if (given.flag('json')) printJson(io, usesDocument(found))
    else io.out(usesText(found, project.directory, paintFor(io)))
    io.err(uncheckedText(found.unchecked))
    return found.users.length > 0 ? 0 : 1
  },
}

function nameOf({ target }: FoundUses, shown: Directory['shown'] = (path) => path): string {
  if (target.kind === 'item') return target.item_id
  return target.kind === 'file' ? shown(target.path) : target.name
}

function usesDocument(found: FoundUses): object {
  const { target, users, unchecked } = found
  return { format: 1, target: { kind: target.kind, name: nameOf(found) }, users, unchecked }
}

function usesText(found: FoundUses, { shown }: Directory, paint: Paint): string {
  const rows = found.users.flatMap((user) => userLines(user, shown, paint))
  const name = visible((found.target.kind === 'variable' ? '$' : '') + nameOf(found, shown))
  const count = found.users.length
  const summary = count === 0 ? `No item uses ${name}` : `${counted(count, 'item uses', 'items use')} ${name}`
  return [...rows, `${summary}\n`].join('\n')
}

function userLines({ item_id, uses }: User, shown: Directory['shown'], paint: Paint): readonly string[] {
  return uses.map(({ kind, by, at }, index) => {
    const name = index === 0 ? paint.strong(visible(item_id)) : ' '.repeat(visible(item_id).length)
    const through = by === '' || by === item_id ? '' : ` through ${visible(by)}`
    return `${name}  ${kind}${through}${placeText(at, shown, paint)}`
  })
}
