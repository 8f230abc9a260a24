import { visible } from '#core/text'
import { requireTree, type Directory } from '../project/directory.ts'
import { openProject, type Project } from '../project/project.ts'
import type { ItemCall } from '../project/item.ts'
import { lockfiles, requireLockfiles } from '../project/lock.ts'
import { ReportedError } from '../project/reported-error.ts'
import { itemGiven, itemOptions, parametersGiven } from './analyze.ts'
import type { Command, Arguments } from './command.ts'
import { printJson, type Io } from './io.ts'
import { paintFor } from './paint.ts'
import { directoryOptions, projectOptions } from './project-options.ts'
import { problemLines } from './report.ts'

/** R11: show, create, update and delete the lockfile of an item. */
export const lockCommand: Command = {
  name: 'lock',
  words: 'show|create|update|delete [ITEM]',
  about: 'Show, create, update or delete the lockfile that pins the chain of an item.',
  more: 'ITEM is an item ID or the path of its file. show without ITEM lists all lockfiles. create pins the current chain without running it. update accepts a changed chain: it replaces the stale lockfile.',
  options: { ...itemOptions, ...directoryOptions, json: { about: 'Print the result as JSON.' } },
  async run(given, io) {
    const project = openProject(projectOptions(given, io))
    const { directory } = project
    requireTree(directory)
    requireLockfiles(directory)
    const [task, ...words] = given.words
    const call = (): ItemCall => ({
      item_id: itemGiven(given, directory, words),
      parameters: parametersGiven(given) ?? '{}',
    })
    switch (task) {
      case 'show':
        if (words.length === 0 && given.text('item') === undefined) return list(directory, given, io)
        return show(call(), project, given, io)
      case 'create': {
        const { item_id, parameters } = call()
        const path = await project.lock({ item_id, parameters })
        if (given.flag('json')) printJson(io, { path })
        else io.out(`Pinned ${visible(item_id)}: ${visible(directory.shown(path))}\n`)
        return 0
      }
      case 'update': {
        const { item_id, parameters } = call()
        const updated = await project.updateLock({ item_id, parameters })
        if (given.flag('json')) printJson(io, updated)
        else io.out(`${updatedWords[updated.done]} ${visible(item_id)}: ${visible(directory.shown(updated.path))}\n`)
        return 0
      }
      case 'delete': {
        const path = await project.unlock(call())
        if (given.flag('json')) printJson(io, { path, deleted: true })
        else io.out(`Deleted ${visible(directory.shown(path))}\n`)
        return 0
      }
      default:
        throw new ReportedError('usage', 'Pass one action: rye-chain lock show, create, update or delete.')
    }
  },
}

const updatedWords = { created: 'Pinned', updated: 'Pinned again', unchanged: 'Already pinned' } as const

function list(directory: Directory, given: Arguments, io: Io): number {
  const rows = lockfiles(directory)
  if (given.flag('json')) printJson(io, rows)
  else if (rows.length === 0) io.out('There are no lockfiles.\n')
  else
    for (const { tool_id, version, path } of rows)
      io.out(`${visible(`${tool_id}@${version}`)}  ${visible(directory.shown(path))}\n`)
  return 0
}

/** Returns exit code 1 if the lockfile prevents the run. */
async function show(call: ItemCall, project: Project, given: Arguments, io: Io): Promise<number> {
  const { directory } = project
  const { lockfile, text, problems } = await project.lockfile(call)
  const { path, state } = lockfile
  if (given.flag('json')) printJson(io, { ...lockfile, text: text ?? null, diagnostics: problems })
  else {
    io.out(`${state}${path === null ? '' : `: ${visible(directory.shown(path))}`}\n`)
    for (const line of problemLines(problems, directory, paintFor(io))) io.out(`${line}\n`)
    if (text !== undefined) io.out(text.endsWith('\n') ? text : `${text}\n`)
  }
  return state === 'drifted' || state === 'unreadable' ? 1 : 0
}
