import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { untraced, type ItemCheck } from '#core/answer'
import { itemKind } from '#core/read'
import { buildChain, idOf, listItems, type ListedItem } from '#core/resolve'
import { toolExtensions, isSystem } from '#core/rules'
import { extensionOf } from '#core/text'
import type { Workspace } from '#core/workspace'
import type { Directory } from '../directory.ts'
import { fitting, requireFitting, requireGlobs } from '../globs.ts'
import { ReportedError } from '../reported-error.ts'
import { ignoredBy } from '../levels.ts'
import { changedFiles } from './changed.ts'

/** Which items of a project are meant: all that is given has to agree; nothing given means all. */
export interface Selection {
  /** Files and folders of the disk, from the current folder on. */
  readonly paths?: readonly string[]
  /** Globs of item ids. */
  readonly globs?: readonly string[]
  /** A revision of git: only items that a change since then can touch. */
  readonly since?: string | undefined
  /** The items of the system bundles too. */
  readonly withSystem?: boolean
}

/** Whether an item is one of those that a selection means, and that the project does not ignore. */
export function selectionOf(selection: Selection, directory: Directory): (item: ItemCheck) => boolean {
  const isIgnored = ignoredBy(directory.file)
  const tests = [
    ({ item_id }: ItemCheck) => !isIgnored(item_id),
    ...(selection.withSystem === true ? [] : [({ space }: ItemCheck) => !isSystem(space)]),
    ...byPath(selection, directory),
    ...byGlob(selection),
    ...byChange(selection, directory),
  ]
  return (item) => tests.every((test) => test(item))
}

type Test = (item: ItemCheck) => boolean

/** Whether a selection leaves out items that the project itself does not ignore. */
export function isPart({ paths = [], globs = [], since }: Selection): boolean {
  return paths.length > 0 || globs.length > 0 || since !== undefined
}

/** @throws ReportedError for a glob that fits no item, or is none. */
export function requireItems({ globs = [], withSystem = false }: Selection, { workspace }: Directory): void {
  requireGlobs(globs)
  if (globs.length === 0) return
  const isMeant = ({ space }: ListedItem): boolean => withSystem || !isSystem(space)
  const ids = listItems(workspace).filter(isMeant)
  const more = 'Those of the system bundles need --with-system; rye-chain list tells all.'
  requireFitting(
    globs,
    ids.map(({ item_id }) => item_id),
    more,
  )
}

/** Files and folders of the disk. */
function byPath({ paths: words = [] }: Selection, directory: Directory): readonly Test[] {
  if (words.length === 0) return []
  const paths = words.map((word) => {
    // `check "$FILES"` without files would otherwise check everything.
    if (word === '') throw new ReportedError('usage', 'A path is empty. Without any, all items are checked.')
    const disk = resolve(directory.machine.cwd, word)
    if (!statSync(disk, { throwIfNoEntry: false }))
      throw new ReportedError('usage', `${word}: there is no such file or folder.`)
    const path = directory.inside(disk)
    if (path === undefined)
      throw new ReportedError('usage', `${word} is not in the project ${directory.onDisk('/project')}. Use --dir.`)
    return path
  })
  return [({ path }) => paths.some((asked) => path === asked || path.startsWith(`${asked}/`))]
}

function byGlob({ globs = [] }: Selection): readonly Test[] {
  if (globs.length === 0) return []
  const matches = fitting(globs)
  return [({ item_id }) => matches(item_id)]
}

/**
 * Items that a change can touch: those in whose chain a changed tool stands, or whose chain asks for it (it may be gone). Whatever else
 * changed under the project (configs, .env, keys, libraries, data) may be used by any item, so then all are meant.
 */
function byChange({ since: revision }: Selection, { workspace, onDisk, machine }: Directory): readonly Test[] {
  if (revision === undefined) return []
  const changed = changedFiles(onDisk('/project') ?? '.', revision, ['.ai', '.env'], machine)
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
