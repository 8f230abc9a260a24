import type { AffectedItem, Hypothesis } from '#core/impact'
import { counted, visible } from '#core/text'
import { requireTree, type Directory } from '../../project/directory.ts'
import type { PossibleImpact } from '../../project/impact.ts'
import { itemNamed } from '../../project/item.ts'
import { openProject } from '../../project/project.ts'
import { ReportedError } from '../../project/reported-error.ts'
import type { Arguments, Command } from '../command.ts'
import { printJson } from '../io.ts'
import { brief, paintFor, type Paint } from '../paint.ts'
import { directoryOptions, projectOptions } from '../project-options.ts'
import { placeText, uncheckedText } from './places.ts'

const spaces = ['project', 'user', 'system'] as const

/** The effects of a change that is made only in memory. */
export const impactCommand: Command = {
  name: 'impact',
  words: '[B | VERSION]',
  about: 'List the items that a change would affect, each with its first difference. Changes no file.',
  more:
    'Pass one change: --delete ID, --rename A B, --bump ID VERSION or --drop SPACE. Makes the change in memory and checks the project again. ' +
    'Exit code: 0 no item is affected, 1 some items are, 2 wrong usage.',
  options: {
    delete: { value: 'ID', about: 'Delete the file of an item.' },
    rename: { value: 'A', about: 'Rename item A to B, with its references in tools and tool configs.' },
    bump: { value: 'ID', about: 'Set the version of an item to VERSION.' },
    drop: { value: 'SPACE', about: 'Remove the .ai folder of a space: project, user or system (all bundles).' },
    ...directoryOptions,
    json: { about: 'Print the result as one JSON document.' },
  },
  async run(given, io) {
    const project = openProject(projectOptions(given, io))
    const change = changeGiven(given, project.directory)
    requireTree(project.directory)
    const found = await project.impact(change)
    const { items, affected, unchecked } = found
    if (given.flag('json')) printJson(io, { format: 1, change, items, affected, unchecked })
    else io.out(impactText(found, project.directory, paintFor(io)))
    io.err(uncheckedText(unchecked))
    return affected.length === 0 ? 0 : 1
  },
}

function changeGiven(given: Arguments, directory: Directory): Hypothesis {
  const named = ['delete', 'rename', 'bump', 'drop'].filter((option) => given.text(option) !== undefined)
  const [kind] = named
  if (kind === undefined || named.length > 1)
    throw new ReportedError('usage', 'Pass one change: --delete ID, --rename A B, --bump ID VERSION or --drop SPACE.')
  const wanted = kind === 'rename' ? '--rename A B' : '--bump ID VERSION'
  const takesWord = kind === 'rename' || kind === 'bump'
  const [word = '', ...more] = given.words
  if (takesWord && (word === '' || more.length > 0)) throw new ReportedError('usage', `Pass exactly ${wanted}.`)
  if (!takesWord && given.words.length > 0)
    throw new ReportedError('usage', `--${kind} takes no second value, but got ${JSON.stringify(word)}.`)
  if (kind === 'drop') return { kind, space: given.oneOf('drop', spaces) }
  const item_id = itemNamed(given.need(kind), directory)
  if (kind === 'rename') return { kind, from: item_id, to: word }
  return kind === 'bump' ? { kind, item_id, version: word } : { kind: 'delete', item_id }
}

function impactText({ items, affected }: PossibleImpact, { shown }: Directory, paint: Paint): string {
  const broken = affected.filter(({ ready }) => ready.before === true && ready.after === false).length
  const fixed = affected.filter(({ ready }) => ready.before === false && ready.after === true).length
  const count = `${affected.length} of ${counted(Math.max(items.before, items.after), 'item')} affected`
  const notes = [
    ...(broken > 0 ? [paint.bad(`${broken} can no longer run`)] : []),
    ...(fixed > 0 ? [paint.good(`${fixed} can run again`)] : []),
  ]
  const rows = affected.flatMap((item) => [...itemLines(item, shown, paint), ''])
  return [...rows, `${[count, ...notes].join(', ')}\n`].join('\n')
}

function itemLines(item: AffectedItem, shown: Directory['shown'], paint: Paint): readonly string[] {
  const { item_id, change, ready, aspects, cause } = item
  const name = paint.strong(visible(item_id))
  if (!cause) return [`${name}: ${change === 'added' ? paint.good(change) : paint.bad(change)}`]
  const { what, before, after, at } = cause
  const status =
    ready.before === ready.after ? '' : ready.after === true ? paint.good(', can run') : paint.bad(', cannot run')
  return [
    `${name}: ${aspects.join(', ')}${status}`,
    `  ${visible(what)}${placeText(at, shown, paint)}`,
    ...(before === null ? [] : [`    ${paint.bad(`- ${brief(before)}`)}`]),
    ...(after === null ? [] : [`    ${paint.good(`+ ${brief(after)}`)}`]),
  ]
}
