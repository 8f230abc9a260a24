import { closeSync, openSync, readSync } from 'node:fs'
import { beginsAsTool, beginsAsToolLength, itemKind, type ItemKind } from '#core/read'
import { listItems, type ListedItem } from '#core/resolve'
import { visible } from '#core/text'
import type { Command } from './command.ts'
import { directoryOptions, openDirectory, requireTree, type Directory } from './directory.ts'
import { printJson } from './io.ts'

/** All items of a directory, each once, with the file that wins and those it hides (R1.1, R1.5); libraries and data apart (R1.7, R1.8). */
export const listCommand: Command = {
  name: 'list',
  about:
    'List every item: where its file is, and which files of the same id it hides. Libraries and data are listed apart.',
  options: { ...directoryOptions, json: { about: 'The same as JSON.' } },
  run(given, io) {
    const directory = openDirectory(given, io)
    requireTree(directory)
    const { workspace } = directory
    const kinds: Readonly<Record<ItemKind, ListedItem[]>> = { tool: [], library: [], data: [] }
    for (const item of listItems(workspace)) kinds[kindOf(item.path, directory)].push(item)
    const { tool: items, library: libraries, data } = kinds
    const unreadable = [...workspace.closedFolders].sort()
    if (given.flag('json')) printJson(io, { format: 1, items, libraries, data, unreadable })
    else {
      const rows = (some: readonly ListedItem[]): string => some.map((item) => rowOf(item, directory)).join('')
      io.out(rows(items))
      if (libraries.length > 0) io.out(`\nlibraries: neither tool nor runtime, and not linted\n${rows(libraries)}`)
      if (data.length > 0) io.out(`\ndata: a null executor and a tool type, and not linted\n${rows(data)}`)
    }
    for (const folder of unreadable) io.err(`${visible(directory.shown(folder))} cannot be read: permission denied.\n`)
    return unreadable.length === 0 ? 0 : 1
  },
}

/** R1.7, R1.8, without a parse where the text allows: parsing all of a large tree takes many times as long as listing it. */
function kindOf(path: string, { workspace, onDisk }: Directory): ItemKind {
  const disk = onDisk(path)
  if (disk !== undefined && beginsAsTool(path, shortText(disk), workspace.dialect)) return 'tool'
  const metadata = workspace.metadata(path)
  return metadata === undefined ? 'tool' : itemKind(metadata)
}

const bytes = Buffer.alloc(beginsAsToolLength + 1)

/** The text of a file, empty where it is longer than is worth reading. */
function shortText(disk: string): string {
  try {
    const file = openSync(disk, 'r')
    try {
      const length = readSync(file, bytes)
      return length > beginsAsToolLength ? '' : bytes.toString('utf8', 0, length)
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
