import type { AffectedItem, Hypothesis } from '#core/impact'
import { dialectNames } from '#core/rules'
import { counted, visible } from '#core/text'
import { resolve } from '../../disk-paths.ts'
import { requireTree, type Directory } from '../../project/directory.ts'
import type { OtherWorld, ShownImpact } from '../../project/impact.ts'
import { itemNamed } from '../../project/item.ts'
import { openProject } from '../../project/project.ts'
import { ReportedError } from '../../project/reported-error.ts'
import { readNamed, whyUnread } from '../../project/whole-file.ts'
import type { Arguments, Command } from '../command.ts'
import { printJson, type Io } from '../io.ts'
import { brief, paintFor, type Paint } from '../paint.ts'
import { directoryOptions, projectOptions } from '../project-options.ts'
import { placeText, uncheckedText } from './places.ts'

const dialects = ['lillux', ...dialectNames] as const
const spaces = ['project', 'user', 'system'] as const

/** The effects of a change that is made only in memory. */
export const impactCommand: Command = {
  name: 'impact',
  words: '[B | VERSION | FILE]',
  about: 'List the items that a change would affect, each with its first difference. Does not change files.',
  more:
    'Pass one change: --delete ID, --rename A B, --bump ID VERSION, --change PATH FILE, --drop SPACE or an option that begins with --to-. Makes the change in memory and checks the project again. ' +
    'Exit code: 0 no item is affected, 1 some items are, 2 wrong usage.',
  options: {
    delete: { value: 'ID', about: 'Delete the file of an item.' },
    rename: { value: 'A', about: 'Rename item A to B, with its references in tools and tool configs.' },
    bump: { value: 'ID', about: 'Set the version of an item to VERSION.' },
    change: {
      value: 'PATH',
      about: 'Replace the content of the file PATH with the content of FILE. Default for FILE: standard input.',
    },
    drop: { value: 'SPACE', about: 'Remove the .ai folder of a space: project, user or system (all bundles).' },
    'to-dialect': {
      value: 'NAME',
      choices: dialects,
      about: 'Read the same files in another dialect, with its system space.',
    },
    'to-user': { value: 'DIR', about: 'Use another user space, or none for no user space.' },
    'to-world': { value: 'FILE', about: 'Use another world: a JSON file as for --world.' },
    ...directoryOptions,
    json: { about: 'Print the result as one JSON document.' },
  },
  async run(given, io) {
    const project = openProject(projectOptions(given, io))
    requireTree(project.directory)
    const change = changeGiven(given, project.directory, io)
    const { shown, ...found } = await project.impact(change)
    const { items, affected, unchecked } = found
    if (given.flag('json')) printJson(io, { format: 1, change: documentOf(change), items, affected, unchecked })
    else io.out(impactText({ ...found, shown }, paintFor(io)))
    io.err(uncheckedText(unchecked))
    return affected.length === 0 ? 0 : 1
  },
}

/** The options that name a change, each with the word that it requires or allows after its value. */
const changes = {
  delete: { word: 'none' },
  rename: { word: 'required', usage: '--rename A B' },
  bump: { word: 'required', usage: '--bump ID VERSION' },
  change: { word: 'optional', usage: '--change PATH or --change PATH FILE' },
  drop: { word: 'none' },
  'to-dialect': { word: 'none' },
  'to-user': { word: 'none' },
  'to-world': { word: 'none' },
} as const

function changeGiven(given: Arguments, directory: Directory, io: Io): Hypothesis | OtherWorld {
  const named = Object.keys(changes).filter((option) => given.text(option) !== undefined)
  const [option] = named as readonly (keyof typeof changes)[]
  if (option === undefined || named.length > 1)
    throw new ReportedError(
      'usage',
      'Pass one change: --delete ID, --rename A B, --bump ID VERSION, --change PATH FILE, --drop SPACE, --to-dialect NAME, --to-user DIR or --to-world FILE.',
    )
  const [word = '', ...more] = given.words
  const { word: takes, ...rest } = changes[option]
  if (takes === 'none' && given.words.length > 0)
    throw new ReportedError('usage', `--${option} takes no second value, but got ${JSON.stringify(word)}.`)
  if ('usage' in rest && (more.length > 0 || (takes === 'required' && word === '')))
    throw new ReportedError('usage', `Pass exactly ${rest.usage}.`)
  switch (option) {
    case 'drop':
      return { kind: 'drop', space: given.oneOf('drop', spaces) }
    case 'change':
      return { kind: 'files', texts: { [pathNamed(given.need('change'), directory)]: newText(word, io) } }
    case 'to-dialect':
      return { kind: 'dialect', dialect: given.oneOf(option, dialects) }
    case 'to-user':
      return { kind: 'user', user: given.need(option) === 'none' ? null : given.need(option) }
    case 'to-world':
      return { kind: 'world', file: given.need(option) }
    case 'delete':
    case 'rename':
    case 'bump': {
      const item_id = itemNamed(given.need(option), directory)
      if (option === 'delete') return { kind: option, item_id }
      return option === 'rename' ? { kind: option, from: item_id, to: word } : { kind: option, item_id, version: word }
    }
  }
}

/**
 * The workspace path of a file to change; the file can be new.
 * @throws ReportedError for a path outside the project and the user space
 */
function pathNamed(word: string, { inside, machine }: Directory): string {
  const path = word.startsWith('/project/') || word.startsWith('/user/') ? word : inside(resolve(machine.cwd, word))
  if (path?.startsWith('/project/') === true || path?.startsWith('/user/') === true) return path
  throw new ReportedError('usage', `--change ${visible(word)}: not a path in the project or the user space.`)
}

function newText(file: string, io: Io): string {
  if (file === '' || file === '-') return io.input()
  try {
    return readNamed(resolve(io.cwd, file)).toString('utf8')
  } catch (error) {
    throw new ReportedError('usage', `${visible(file)} cannot be read: ${whyUnread(error)}.`)
  }
}

/** A change as a document, without the contents of files. */
function documentOf(change: Hypothesis | OtherWorld): object {
  return change.kind === 'files' ? { kind: 'change', path: Object.keys(change.texts)[0] } : change
}

function impactText({ items, affected, shown }: ShownImpact, paint: Paint): string {
  const broken = affected.filter(({ ready }) => ready.before === true && ready.after === false).length
  const fixed = affected.filter(({ ready }) => ready.before === false && ready.after === true).length
  const count = `${affected.length} of ${counted(Math.max(items.before, items.after), 'item')} affected`
  const notes = [
    ...(broken > 0 ? [paint.bad(`${broken} can no longer run`)] : []),
    ...(fixed > 0 ? [paint.good(`${fixed} can now run`)] : []),
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
