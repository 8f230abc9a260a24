import { statSync } from 'node:fs'
import { untraced, type ItemCheck } from '#core/answer'
import { itemKind } from '#core/read'
import { buildChain, idOf, listItems, type ListedItem } from '#core/resolve'
import { isSystem } from '#core/rules'
import { extensionOf } from '#core/text'
import { toolExtensions, type Workspace } from '#core/workspace'
import { resolve } from '../../disk-paths.ts'
import type { Directory } from '../directory.ts'
import { fitting, requireFitting, requireGlobs } from '../globs.ts'
import { ReportedError } from '../reported-error.ts'
import { ignoredBy } from '../levels.ts'
import { changedFiles, usedPaths } from './changed.ts'

/** A selection of project items. An item must match every given criterion; without criteria, all items match. */
export interface Selection {
  /** Files and folders on disk, relative to the current folder. */
  readonly paths?: readonly string[]
  /** Files of the workspace that need not exist on disk. */
  readonly files?: readonly string[] | undefined
  /** Globs of item IDs. */
  readonly globs?: readonly string[]
  /** A git revision, which selects only items that changes since then can affect. */
  readonly since?: string | undefined
  /** Changed files of the project. Like `since`, they select only the items that these changes can affect. */
  readonly changed?: readonly string[] | undefined
  /** Include the items of the system bundles. */
  readonly withSystem?: boolean
}

/** A function that returns whether an item is selected, and not ignored by the project. */
export function selectionOf(selection: Selection, directory: Directory): (item: ItemCheck) => boolean {
  const isIgnored = ignoredBy(directory.file)
  const tests = [
    ({ item_id }: ItemCheck) => !isIgnored(item_id),
    ...(selection.withSystem === true ? [] : [({ space }: ItemCheck) => !isSystem(space)]),
    ...(selection.files === undefined ? [] : [({ path }: ItemCheck) => selection.files?.includes(path) === true]),
    ...byPath(selection, directory),
    ...byGlob(selection),
    ...byChange(selection, directory),
  ]
  return (item) => tests.every((test) => test(item))
}

type Test = (item: ItemCheck) => boolean

/** Whether a selection can omit items that the project does not ignore. */
export function isPart({ paths = [], globs = [], since, changed, files }: Selection): boolean {
  return files !== undefined || paths.length > 0 || globs.length > 0 || since !== undefined || changed !== undefined
}

/**
 * Require that each glob matches an item.
 * @throws ReportedError for a glob that is invalid or matches no item.
 */
export function requireItems({ globs = [], withSystem = false }: Selection, { workspace }: Directory): void {
  requireGlobs(globs)
  if (globs.length === 0) return
  const isMeant = ({ space }: ListedItem): boolean => withSystem || !isSystem(space)
  const ids = listItems(workspace).filter(isMeant)
  const more = 'Use --with-system to include system bundles. To list all items, run rye-chain list.'
  requireFitting(
    globs,
    ids.map(({ item_id }) => item_id),
    more,
  )
}

/** Tests for the items in files and folders on disk. */
function byPath({ paths: words = [] }: Selection, directory: Directory): readonly Test[] {
  if (words.length === 0) return []
  const paths = words.map((word) => {
    // `check "$FILES"` with an empty variable would otherwise check all items.
    if (word === '')
      throw new ReportedError('usage', 'A path is empty. Pass a file or folder, or no path to check all items.')
    const disk = resolve(directory.machine.cwd, word)
    if (!statSync(disk, { throwIfNoEntry: false })) throw new ReportedError('usage', `${word}: no such file or folder.`)
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
 * Tests for the items that a change can affect, because their chain contains or names a changed or deleted tool. Any
 * item can use the project's other files (configs, `.env`, keys, libraries, data), so a change to one of these files
 * selects all items.
 */
function byChange(selection: Selection, { workspace, onDisk, machine }: Directory): readonly Test[] {
  const { since } = selection
  if (since === undefined && selection.changed === undefined) return []
  const changed = selection.changed ?? changedFiles(onDisk('/project') ?? '.', since ?? 'HEAD', usedPaths, machine)
  const tools = changed.map((path) => toolAt(workspace, `/project/${path}`))
  if (tools.includes(undefined)) return []
  return [
    ({ item_id }) =>
      buildChain(workspace, item_id, untraced).elements.some(
        ({ item_id: id, executor_id }) => tools.includes(id) || (executor_id !== null && tools.includes(executor_id)),
      ),
  ]
}

/** The ID of a project tool file, even after its deletion; undefined for a file of another kind. */
function toolAt(workspace: Workspace, path: string): string | undefined {
  const [project] = workspace.places
  if (!project || !path.startsWith(`${project.tools}/`)) return undefined
  if (!toolExtensions.some((extension) => extension === extensionOf(path))) return undefined
  const metadata = workspace.metadata(path)
  return metadata && itemKind(metadata) !== 'tool' ? undefined : idOf(workspace, path, project)
}
