import type { MigratedItem } from '#core/impact'
import { dialectNames } from '#core/rules'
import { counted, visible } from '#core/text'
import { requireTree, type Directory } from '../../project/directory.ts'
import type { Migrated } from '../../project/migrate.ts'
import { withShownPaths } from '../../project/own-paths.ts'
import { openProject } from '../../project/project.ts'
import type { Command } from '../command.ts'
import { printJson } from '../io.ts'
import { paintFor, type Paint } from '../paint.ts'
import { directoryOptions, projectOptions } from '../project-options.ts'
import { placeText } from './places.ts'

const newDialects = ['lillux', ...dialectNames] as const

/** Move the tools of a project to a newer dialect. */
export const migrateCommand: Command = {
  name: 'migrate',
  words: '[ITEM...]',
  about: 'Move the tools of a project to a newer dialect, and list the changes.',
  more:
    'Edits executors, interpreter types and arguments that have a counterpart. Then checks the project again, and lists the changes that only you can make. ' +
    '--dialect is the current dialect of the files. Exit code: 0 no tool needs a change by hand, 1 some do, 2 wrong usage.',
  options: {
    to: {
      value: 'DIALECT',
      choices: newDialects,
      about: 'The new dialect. It must be newer than the dialect of the files.',
    },
    'dry-run': { about: 'List the changes without writing files.' },
    ...directoryOptions,
    json: { about: 'Print the result as one JSON document.' },
  },
  async run(given, io) {
    given.need('to')
    const to = given.oneOf('to', newDialects)
    const project = openProject(projectOptions(given, io))
    requireTree(project.directory)
    const moved = await project.migrate({ to, globs: given.words, write: !given.flag('dry-run') })
    if (given.flag('json')) printJson(io, documentOf(moved))
    else io.out(textOf(moved, project.directory, paintFor(io)))
    if (moved.unsigned.length > 0)
      io.err(`Sign again: ${moved.unsigned.map(visible).join(', ')}. The edits made their signatures invalid.\n`)
    return moved.items.some(needsAuthor) ? 1 : 0
  },
}

function documentOf({ from, to, items, written, unsigned }: Migrated): object {
  return { format: 1, from, to, items, written, unsigned }
}

function needsAuthor({ steps, problems }: MigratedItem): boolean {
  return problems.length > 0 || steps.some(({ kind }) => kind === 'by-hand')
}

function textOf({ from, to, items, written }: Migrated, { shown }: Directory, paint: Paint): string {
  const rows = items.filter(({ steps, problems }) => steps.length + problems.length > 0)
  const lines = rows.flatMap((item) => [...itemLines(item, shown, paint), ''])
  const hand = items.filter(needsAuthor).length
  const runs = items.filter(({ ready }) => ready.after).length
  const edits = items.flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'edit')).length
  const summary = [
    `${from} to ${to}: ${counted(edits, 'edit')}`,
    `${runs} of ${counted(items.length, 'tool')} can run`,
    ...(hand > 0 ? [paint.warn(`${hand} need changes by hand`)] : []),
  ]
  const files = written.length === 0 ? 'No file was changed.' : `Changed: ${written.map(visible).join(', ')}`
  return [...lines, `${summary.join(', ')}`, `${files}\n`].join('\n')
}

function itemLines(
  { item_id, steps, ready, problems }: MigratedItem,
  shown: Directory['shown'],
  paint: Paint,
): string[] {
  const status = ready.after ? paint.good('can run') : paint.bad('cannot run')
  return [
    `${paint.strong(visible(item_id))}: ${status}`,
    ...steps.map(({ kind, what, at }) => {
      const label = kind === 'edit' ? paint.good('edit') : paint.warn('by hand')
      return `  ${label}  ${visible(what)}${placeText(at, shown, paint)}`
    }),
    ...problems.map(
      ({ code, message, at }) =>
        `  ${paint.bad('error')}  ${code}: ${visible(withShownPaths(message, { shown }))}${placeText(at, shown, paint)}`,
    ),
  ]
}
