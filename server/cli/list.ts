import type { ListedItem } from '#core/resolve'
import { visible } from '#core/text'
import type { Command } from './command.ts'
import { KeptCommand, keptOptions } from './kept.ts'
import { openDirectory, requireTree, type Directory } from '../project/directory.ts'
import { list } from '../project/list.ts'
import { directoryOptions, projectOptions } from './project-options.ts'
import { printJson, type Io } from './io.ts'

/**
 * All items of a directory, each once, with the selected file and the files that it shadows (R1.1, R1.5). Libraries and
 * data are listed separately (R1.7, R1.8).
 */
export const listCommand: Command = {
  name: 'list',
  about:
    'List every item with its file and the files with the same ID that it shadows. Libraries and data are listed separately.',
  options: { ...directoryOptions, ...keptOptions, json: { about: 'Print the result as JSON.' } },
  run(given, io) {
    const kept = new KeptCommand(given, io, true)
    const directory = openDirectory({ ...projectOptions(given, kept.io), reads: kept.output?.reads })
    requireTree(directory)
    return kept.answer([directory], () => print(directory, given.flag('json'), kept.io))
  },
}

function print(directory: Directory, isJson: boolean, io: Io): number {
  const { items, libraries, data, unreadable } = list(directory)
  if (isJson) printJson(io, { format: 1, items, libraries, data, unreadable })
  else {
    const rows = (some: readonly ListedItem[]): string => some.map((item) => rowOf(item, directory)).join('')
    io.out(rows(items))
    if (libraries.length > 0) io.out(`\nlibraries (not tools or runtimes, not checked)\n${rows(libraries)}`)
    if (data.length > 0) io.out(`\ndata (null executor and a tool type, not checked)\n${rows(data)}`)
  }
  for (const folder of unreadable) io.err(`${visible(directory.shown(folder))} cannot be read: permission denied.\n`)
  return unreadable.length === 0 ? 0 : 1
}

function rowOf({ item_id, path, space, shadowed }: ListedItem, { shown }: Directory): string {
  const hidden = shadowed.map((other) => {
    const what = other.path === null ? 'the built-in one' : visible(shown(other.path))
    return `    shadows ${what} (${other.space})\n`
  })
  return `${visible(item_id)}  ${space}  ${visible(shown(path))}\n${hidden.join('')}`
}
