import { basename, dirname, join } from 'node:path'
import { analyze, type Analysis } from '#core/answer'
import { isObject, jsonParts, writeJson } from '#core/read'
import { newLockfile } from '#core/run'
import { visible, shellWord } from '#core/text'
import { listLockfiles } from '#core/trust'
import { itemGiven, itemOptions, parametersGiven } from './analyze.ts'
import type { Command, Given } from './command.ts'
import { directoryOptions, openDirectory, requireTree, type Directory } from './directory.ts'
import { printJson, Trouble, UsageError, type Io } from './io.ts'
import { paintFor } from './paint.ts'
import { problemLines } from './report.ts'
import { isoTime } from '../engine/iso-time.ts'
import { removeFile, writeNew } from '../project/write-whole.ts'

/** R11: see, make and remove the lockfile of an item. */
export const lockCommand: Command = {
  name: 'lock',
  words: 'show|create|delete [ITEM]',
  about: 'See, make or remove the lockfile that pins the chain of an item.',
  more: 'ITEM is an item id or the path of its file. show without one lists all lockfiles. create pins the chain as it is now, without a run.',
  options: { ...itemOptions, ...directoryOptions, json: { about: 'The same as JSON.' } },
  run(given, io) {
    const directory = openDirectory(given, io)
    requireTree(directory)
    if (!directory.workspace.dialect.lockfiles)
      throw new Trouble(`The dialect ${directory.workspace.dialect.name} has no lockfiles (SEMANTICS, section 0).`)
    const [task, ...words] = given.words
    const named = (act: (asked: Asked) => number): number =>
      act({ directory, given, io, item_id: itemGiven(given, io, directory, words) })
    switch (task) {
      case 'show':
        return words.length === 0 && given.text('item') === undefined ? list(directory, given, io) : named(show)
      case 'create':
        return named(create)
      case 'delete':
        return named(remove)
      default:
        throw new UsageError('Say what to do: rye-chain lock show, create or delete.')
    }
  },
}

/** A task for the lockfile of one item. */
interface Asked {
  readonly directory: Directory
  readonly item_id: string
  readonly given: Given
  readonly io: Io
}

function list({ workspace, shown }: Directory, given: Given, io: Io): number {
  const rows = listLockfiles(workspace)
  if (given.flag('json')) printJson(io, rows)
  else if (rows.length === 0) io.out('There are no lockfiles.\n')
  else
    for (const { tool_id, version, path } of rows)
      io.out(`${visible(`${tool_id}@${version}`)}  ${visible(shown(path))}\n`)
  return 0
}

function analysisFor({ directory, item_id, given }: Asked): Analysis {
  return analyze(directory.workspace, { item_id, parameters: parametersGiven(given) ?? '{}' })
}

/** Exit code 1 where the lockfile refuses the run. */
function show(asked: Asked): number {
  const { directory, given, io } = asked
  const { lockfile, diagnostics, status, item_id } = analysisFor(asked)
  if (status === 'not_found') {
    const because = diagnostics.find(({ severity }) => severity === 'error')
    throw new Trouble(because?.message ?? `${item_id} is not found.`)
  }
  const problems = diagnostics.filter(({ code }) => code.startsWith('lockfile-'))
  const { path, state } = lockfile
  const text = path === null ? undefined : directory.workspace.file(path)?.text
  if (given.flag('json')) printJson(io, { ...lockfile, text: text ?? null, diagnostics: problems })
  else {
    io.out(`${state}${path === null ? '' : `: ${visible(directory.shown(path))}`}\n`)
    for (const line of problemLines(problems, directory, paintFor(io))) io.out(`${line}\n`)
    if (text !== undefined) io.out(text.endsWith('\n') ? text : `${text}\n`)
  }
  return state === 'drifted' || state === 'unreadable' ? 1 : 0
}

function create(asked: Asked): number {
  const { given, io } = asked
  const { folders, shown } = asked.directory
  const analysis = analysisFor(asked)
  const { status, lockfile, item_id, diagnostics } = analysis
  if (lockfile.path !== null) throw new Trouble(`There is one already: ${shown(lockfile.path)}. Delete it to pin anew.`)
  if (status !== 'ready') {
    const because = diagnostics.find(({ severity }) => severity === 'error')
    const how = because?.code === 'parameter-invalid' ? ` Give them: --params ${shellWord(sample(analysis))}` : ''
    throw new Trouble(
      `${item_id} cannot be pinned, it is ${status.replace('_', ' ')}. ${because?.message ?? ''}`.trim() + how,
    )
  }
  const file = newLockfile(analysis, isoTime(io.now()))
  if (!file) throw new Trouble(`No lockfile can be made for ${item_id}.`)
  writeNew([{ path: folders.place(file.path), content: file.text }])
  if (given.flag('json')) printJson(io, { path: file.path })
  else io.out(`Pinned ${visible(item_id)}: ${visible(shown(file.path))}\n`)
  return 0
}

/** The parameters as given, with a place for each required one that is missing: what `--params` wants to be told. */
function sample({ parameters }: Analysis): string {
  const { given, schema } = parameters
  const required = isObject(schema) && Array.isArray(schema['required']) ? schema['required'] : []
  const names = required.filter((name) => typeof name === 'string')
  const parts = jsonParts(given)
  return writeJson({
    ...Object.fromEntries(names.map((name) => [name, '...'])),
    ...Object.fromEntries(parts.kind === 'mapping' ? parts.entries : []),
  })
}

function remove(asked: Asked): number {
  const { given, io } = asked
  const { folders, shown } = asked.directory
  // The version comes from the tool as it is now; the lockfile of another version is another file.
  const { item_id, lockfile } = analysisFor(asked)
  if (lockfile.path === null) throw new Trouble(`${item_id} has no lockfile. See: rye-chain lock show`)
  if (lockfile.path.startsWith('/system/')) throw new Trouble(`${lockfile.path} belongs to the system and stays.`)
  removeFile(join(folders.place(dirname(lockfile.path)), basename(lockfile.path)))
  if (given.flag('json')) printJson(io, { path: lockfile.path, deleted: true })
  else io.out(`Deleted ${visible(shown(lockfile.path))}\n`)
  return 0
}
