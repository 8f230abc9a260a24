import { isLibrary, listItems, visible, type ListedItem } from '#core'
import type { Command } from './command.ts'
import { directoryOptions, openDirectory, requireTree, type Directory } from './directory.ts'
import { printJson, type Io } from './io.ts'

/** All items of a directory, each once, with the file that wins and those it hides (R1.1, R1.5); libraries apart (R1.7). */
export const listCommand: Command = {
  name: 'list',
  about: 'List every item: where its file is, and which files of the same id it hides. Libraries are told apart.',
  options: { ...directoryOptions, json: { about: 'The same as JSON.' } },
  run(given, io) {
    const directory = openDirectory(given, io)
    requireTree(directory)
    const { workspace } = directory
    const all = listItems(workspace).map((item) => {
      const metadata = workspace.metadata(item.path)
      return { item, library: metadata !== undefined && isLibrary(metadata) }
    })
    const items = all.filter(({ library }) => !library).map(({ item }) => item)
    const libraries = all.filter(({ library }) => library).map(({ item }) => item)
    const unreadable = [...workspace.closedFolders].sort()
    if (given.flag('json')) printJson(io, { format: 1, items, libraries, unreadable })
    else {
      for (const item of items) printItem(item, directory, io)
      if (libraries.length > 0) io.out('\nlibraries: neither tool nor runtime, and not linted\n')
      for (const item of libraries) printItem(item, directory, io)
    }
    for (const folder of unreadable) io.err(`${visible(directory.shown(folder))} cannot be read: permission denied.\n`)
    return unreadable.length === 0 ? 0 : 1
  },
}

function printItem({ item_id, path, space, shadowed }: ListedItem, { shown }: Directory, io: Io): void {
  io.out(`${visible(item_id)}  ${space}  ${visible(shown(path))}\n`)
  for (const hidden of shadowed) {
    const what = hidden.path === null ? 'the built-in one' : visible(shown(hidden.path))
    io.out(`    hides ${what} (${hidden.space})\n`)
  }
}
