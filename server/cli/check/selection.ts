import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { untraced, type ItemCheck } from '#core/answer'
import { itemKind } from '#core/read'
import { buildChain, idOf, listItems, type ListedItem } from '#core/resolve'
import { toolExtensions, isSystem } from '#core/rules'
import { extensionOf } from '#core/text'
import type { Workspace } from '#core/workspace'
import type { Directory } from '../directory.ts'
import type { Given } from '../command.ts'
import { fitting, requireFitting } from '../globs.ts'
import { UsageError, type Io } from '../io.ts'
import { itemGlobs } from '../item-globs.ts'
import { ignoredBy } from '../levels.ts'
import { changedFiles } from './changed.ts'

/** Which items of a directory a check is about: all of the words, globs and changes that are given have to agree. */
export function selectionOf(given: Given, directory: Directory, io: Io): (item: ItemCheck) => boolean {
  const isIgnored = ignoredBy(directory.file)
  const tests = [
    ({ item_id }: ItemCheck) => !isIgnored(item_id),
    ...(given.flag('with-system') ? [] : [({ space }: ItemCheck) => !isSystem(space)]),
    ...byPath(given, directory, io),
    ...byGlob(given),
    ...byChange(given, directory, io),
  ]
  return (item) => tests.every((test) => test(item))
}

type Test = (item: ItemCheck) => boolean

/** Whether options leave out items that the project itself does not ignore. */
export function isPart(given: Given): boolean {
  return (
    [...given.words, ...given.texts('item')].length > 0 || given.flag('changed') || given.text('since') !== undefined
  )
}

/** @throws UsageError for a glob that fits no item, or is none. */
export function requireItems(given: Given, { workspace }: Directory): void {
  const globs = itemGlobs(given)
  if (globs.length === 0) return
  const isMeant = ({ space }: ListedItem): boolean => given.flag('with-system') || !isSystem(space)
  const ids = listItems(workspace).filter(isMeant)
  const more = 'Those of the system bundles need --with-system; rye-chain list tells all.'
  requireFitting(
    globs,
    ids.map(({ item_id }) => item_id),
    more,
  )
}

/** Files and folders of the disk. */
function byPath(given: Given, directory: Directory, io: Io): readonly Test[] {
  if (given.words.length === 0) return []
  const paths = given.words.map((word) => {
    // `check "$FILES"` without files would otherwise check everything.
    if (word === '') throw new UsageError('A path is empty. Without any, all items are checked.')
    const disk = resolve(io.cwd, word)
    if (!statSync(disk, { throwIfNoEntry: false })) throw new UsageError(`${word}: there is no such file or folder.`)
    const path = directory.inside(disk)
    if (path === undefined)
      throw new UsageError(`${word} is not in the project ${directory.onDisk('/project')}. Use --dir.`)
    return path
  })
  return [({ path }) => paths.some((asked) => path === asked || path.startsWith(`${asked}/`))]
}

function byGlob(given: Given): readonly Test[] {
  const globs = itemGlobs(given)
  if (globs.length === 0) return []
  const matches = fitting(globs)
  return [({ item_id }) => matches(item_id)]
}

/**
 * Items that a change can touch: those in whose chain a changed tool stands, or whose chain asks for it (it may be gone). Whatever else
 * changed under the project (configs, .env, keys, libraries, data) may be used by any item, so then all are meant.
 */
function byChange(given: Given, { workspace, onDisk }: Directory, io: Io): readonly Test[] {
  const revision = given.text('since') ?? (given.flag('changed') ? 'HEAD' : undefined)
  if (revision === undefined) return []
  const changed = changedFiles(onDisk('/project') ?? '.', revision, ['.ai', '.env'], io)
  const tools = changed.map((path) => toolAt(workspace, `/project/${path}`))
  if (tools.includes(undefined)) return []
  return [
    ({ item_id }) =>
      buildChain(workspace, item_id, untraced).elements.some(
        ({ item_id: id, executor_id }) => tools.includes(id) || (executor_id !== null && tools.includes(executor_id)),
      ),
  ]
}

/** The id that a tool file of the project has, or had before it was deleted; undefined for a file of another kind. */
function toolAt(workspace: Workspace, path: string): string | undefined {
  const [project] = workspace.places
  if (!project || !path.startsWith(`${project.tools}/`)) return undefined
  if (!toolExtensions.some((extension) => extension === extensionOf(path))) return undefined
  const metadata = workspace.metadata(path)
  return metadata && itemKind(metadata) !== 'tool' ? undefined : idOf(path, project)
}
