import { listItems, visible } from '#core'
import type { Command } from './command.ts'
import { directoryOptions, openDirectory, requireTree } from '../engine/directory.ts'
import { printJson } from './io.ts'

/** All items of a directory, each once, with the file that wins and those it hides (R1.1, R1.5). */
export const listCommand: Command = {
  name: 'list',
  about: 'List every item: where its file is, and which files of the same id it hides.',
  options: { ...directoryOptions, json: { about: 'The same as JSON.' } },
  run(given, io) {
    const directory = openDirectory(given, io)
    requireTree(directory)
    const { workspace, shown } = directory
    const items = listItems(workspace)
    if (given.flag('json')) {
      printJson(io, items)
      return 0
    }
    for (const { item_id, path, space, shadowed } of items) {
      io.out(`${visible(item_id)}  ${space}  ${visible(shown(path))}\n`)
      for (const hidden of shadowed)
        io.out(
          `    hides ${hidden.path === null ? 'the built-in one' : visible(shown(hidden.path))} (${hidden.space})\n`,
        )
    }
    return 0
  },
}
