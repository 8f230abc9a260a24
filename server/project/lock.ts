import { existsSync } from 'node:fs'
import { analyze, type Analysis, type DiagnosticEntry } from '#core/answer'
import { isObject, jsonParts, writeJson } from '#core/read'
import { lockfileText, newLockfile, type ExecutionResult } from '#core/run'
import { shellWord } from '#core/text'
import { listLockfiles } from '#core/trust'
import { basename, dirname, join } from '../disk-paths.ts'
import type { Directory } from './directory.ts'
import { withShownPaths } from './own-paths.ts'
import { ReportedError, writingTrouble } from './reported-error.ts'
import { isoTime } from '../engine/iso-time.ts'
import type { ItemCall } from './item.ts'
import { Exists } from './write-fault.ts'
import { removeFile, writeNew, writeWhole } from './write-whole.ts'

/** The lockfile of an item, in the state that an analysis used. */
export interface ShownLockfile {
  readonly lockfile: Analysis['lockfile']
  /** The content of the file; undefined if it does not exist. */
  readonly text: string | undefined
  /** Findings about the lockfile. */
  readonly problems: readonly DiagnosticEntry[]
}

/** All lockfiles in the spaces of a project (R11). */
export function lockfiles(directory: Directory): ReturnType<typeof listLockfiles> {
  requireLockfiles(directory)
  return listLockfiles(directory.workspace)
}

/**
 * The lockfile of an item, with its findings.
 * @throws ReportedError if the dialect has no lockfiles, or the item was not found
 */
export function shownLockfile(directory: Directory, call: ItemCall): ShownLockfile {
  requireLockfiles(directory)
  const { lockfile, diagnostics, status, item_id } = analyze(directory.workspace, call)
  if (status === 'not_found') {
    const because = diagnostics.find(({ severity }) => severity === 'error')
    throw new ReportedError(
      'trouble',
      because ? withShownPaths(because.message, directory) : `${item_id} was not found.`,
    )
  }
  const problems = diagnostics.filter(({ code }) => code.startsWith('lockfile-'))
  const text = lockfile.path === null ? undefined : directory.workspace.file(lockfile.path)?.text
  return { lockfile, text, problems }
}

/**
 * Pin the current chain of an item without a run. Returns the path of the lockfile in the workspace.
 * @throws ReportedError if the lockfile exists, or the item cannot run or cannot have a lockfile
 */
export function createLockfile(directory: Directory, call: ItemCall): string {
  requireLockfiles(directory)
  const { folders, shown, machine } = directory
  const analysis = analyze(directory.workspace, call)
  const { lockfile, item_id } = analysis
  if (lockfile.path !== null)
    throw new ReportedError(
      'trouble',
      `${shown(lockfile.path)} already exists. To pin the current chain: rye-chain lock update ${shellWord(item_id)}`,
    )
  requireReady(analysis, directory)
  const file = newLockfile(analysis, isoTime(machine.now()))
  if (!file) throw new ReportedError('trouble', `${item_id} cannot have a lockfile.`)
  writeNew([{ path: folders.place(file.path), content: file.text }])
  return file.path
}

/** The result of pinning the current chain again. */
export interface UpdatedLockfile {
  /** The lockfile in the workspace. */
  readonly path: string
  readonly done: 'created' | 'updated' | 'unchanged'
}

/**
 * Accept the current chain of an item: replace its stale lockfile, or create a missing one (R11.2). The lockfile of a
 * system bundle is not changed; the project gets its own, which is read first.
 *
 * @throws ReportedError for an unreadable lockfile, which is never overwritten, and for a chain that does not work.
 */
export function updateLockfile(directory: Directory, call: ItemCall): UpdatedLockfile {
  requireLockfiles(directory)
  const { workspace, folders, shown, machine } = directory
  const { lockfile } = analyze(workspace, call)
  if (lockfile.path === null) return { path: createLockfile(directory, call), done: 'created' }
  if (lockfile.state === 'matches') return { path: lockfile.path, done: 'unchanged' }
  if (lockfile.state === 'unreadable')
    throw new ReportedError(
      'trouble',
      `${shown(lockfile.path)} cannot be read, and an unreadable lockfile is never overwritten. Repair or delete it.`,
    )
  const analysis = analyze(workspace, call, { skip_lockfile: true })
  // Parameters are not required: the chain does not depend on them, and a refused run suggests this command without
  // them.
  if (!lacksOnlyParameters(analysis)) requireReady(analysis, directory)
  const path = lockfile.path.replace(/^\/system\/.*?(?=\/\.ai\/)/, '/project')
  const content = lockfileText(analysis, isoTime(machine.now()))
  writeWhole(folders.place(path), content, { as: 'put', folderMode: 0o777 })
  return { path, done: 'updated' }
}

function lacksOnlyParameters({ status, diagnostics }: Analysis): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return status === 'refused' && errors.length > 0 && errors.every(({ code }) => code === 'parameter-invalid')
}

/** @throws ReportedError if the chain of an analysis cannot run, so there is nothing to pin. */
function requireReady(analysis: Analysis, directory: Directory): void {
  const { status, item_id, diagnostics } = analysis
  if (status === 'ready') return
  const because = diagnostics.find(({ severity }) => severity === 'error')
  const how = because?.code === 'parameter-invalid' ? ` Pass them: --params ${shellWord(sample(analysis))}` : ''
  const reason = because ? ` ${withShownPaths(because.message, directory)}` : ''
  throw new ReportedError(
    'trouble',
    `${item_id} cannot be pinned because it is ${status.replace('_', ' ')}.${reason}${how}`,
  )
}

/** An example value of `--params`: the given parameters, and a placeholder for each missing required parameter. */
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

/**
 * Remove the lockfile of an item. Returns its path in the workspace.
 * @throws ReportedError if the item has no lockfile, or only one of a system bundle
 */
export function deleteLockfile({ workspace, folders }: Directory, call: ItemCall): string {
  requireLockfiles({ workspace })
  // The current version of the tool determines the lockfile, because each version has a separate file.
  const { item_id, lockfile } = analyze(workspace, call)
  if (lockfile.path === null) throw new ReportedError('trouble', `${item_id} has no lockfile. See: rye-chain lock show`)
  if (lockfile.path.startsWith('/system/'))
    throw new ReportedError('trouble', `${lockfile.path} belongs to a system bundle and cannot be deleted.`)
  removeFile(join(folders.place(dirname(lockfile.path)), basename(lockfile.path)))
  return lockfile.path
}

/**
 * Require a dialect with lockfiles.
 * @throws ReportedError if the dialect does not support them.
 */
export function requireLockfiles({ workspace }: Pick<Directory, 'workspace'>): void {
  if (workspace.dialect.lockfiles) return
  throw new ReportedError(
    'trouble',
    `The dialect ${workspace.dialect.name} does not support lockfiles. Use another dialect.`,
  )
}

/**
 * R11.3: whether a first success pins its chain. In dev mode, files change with every edit, so only a request pins
 * them.
 */
export function pins({ workspace }: Pick<Directory, 'workspace'>, requested: boolean | undefined): boolean {
  return requested ?? !workspace.settings.dev_mode
}

/**
 * R11.3: pin each chain that succeeded for the first time: the item's chain and, for a graph, the chains of its
 * calls. Returns the paths of the new lockfiles, and the reasons why others were not written, because the run itself
 * succeeded.
 */
export function keepLockfiles(result: ExecutionResult, directory: Directory, requested: boolean | undefined): Pinned {
  if (!pins(directory, requested)) return { pinned: [], troubles: [] }
  const pinned: string[] = []
  const troubles: string[] = []
  for (const { path, text } of lockfilesOf(result)) {
    const disk = directory.onDisk(path)
    if (disk === undefined || existsSync(disk)) continue
    try {
      writeNew([{ path: directory.folders.place(path), content: text }])
      pinned.push(path)
    } catch (error) {
      // Another run of the same tool can write the lockfile first.
      if (!(error instanceof Exists))
        troubles.push(`Not pinned: ${directory.shown(path)} was not written: ${writingTrouble(error)}`)
    }
  }
  return { pinned, troubles }
}

interface Pinned {
  readonly pinned: readonly string[]
  readonly troubles: readonly string[]
}

function lockfilesOf({
  lockfile,
  graph,
}: ExecutionResult): readonly { readonly path: string; readonly text: string }[] {
  const inner = [...(graph?.calls.values() ?? [])].flatMap(lockfilesOf)
  return [...(lockfile ? [lockfile] : []), ...inner]
}
