import { closeSync, openSync, readSync } from 'node:fs'
import { beginsAsTool, firstLinesLength, isLibrary, listItems, visible, type ListedItem } from '#core'
import type { Command } from './command.ts'
import { directoryOptions, openDirectory, requireTree, type Directory } from './directory.ts'
import { printJson } from './io.ts'

/** All items of a directory, each once, with the file that wins and those it hides (R1.1, R1.5); libraries apart (R1.7). */
export const listCommand: Command = {
  name: 'list',
  about: 'List every item: where its file is, and which files of the same id it hides. Libraries are told apart.',
  options: { ...directoryOptions, json: { about: 'The same as JSON.' } },
  run(given, io) {
    const directory = openDirectory(given, io)
    requireTree(directory)
    const { workspace } = directory
    const items: ListedItem[] = []
    const libraries: ListedItem[] = []
    for (const item of listItems(workspace)) (isTool(item.path, directory) ? items : libraries).push(item)
    const unreadable = [...workspace.closedFolders].sort()
    if (given.flag('json')) printJson(io, { format: 1, items, libraries, unreadable })
    else {
      const apart = libraries.length > 0 ? '\nlibraries: neither tool nor runtime, and not linted\n' : ''
      io.out(items.map((item) => rowOf(item, directory)).join('') + apart)
      io.out(libraries.map((item) => rowOf(item, directory)).join(''))
    }
    for (const folder of unreadable) io.err(`${visible(directory.shown(folder))} cannot be read: permission denied.\n`)
    return unreadable.length === 0 ? 0 : 1
  },
}

/** R1.7, by the first lines of a file where they tell: parsing all of a large tree takes many times as long as listing it. */
function isTool(path: string, { workspace, onDisk }: Directory): boolean {
  const disk = onDisk(path)
  if (disk !== undefined && beginsAsTool(path, firstLines(disk), workspace.dialect)) return true
  const metadata = workspace.metadata(path)
  return metadata === undefined || !isLibrary(metadata)
}

const head = Buffer.alloc(firstLinesLength)

function firstLines(disk: string): string {
  try {
    const file = openSync(disk, 'r')
    try {
      return head.toString('utf8', 0, readSync(file, head))
    } finally {
      closeSync(file)
    }
  } catch {
    // Why it cannot be read is for the workspace to say.
    return ''
  }
}

function rowOf({ item_id, path, space, shadowed }: ListedItem, { shown }: Directory): string {
  const hidden = shadowed.map((other) => {
    const what = other.path === null ? 'the built-in one' : visible(shown(other.path))
    return `    hides ${what} (${other.space})\n`
  })
  return `${visible(item_id)}  ${space}  ${visible(shown(path))}\n${hidden.join('')}`
}
