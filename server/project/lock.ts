import { basename, dirname, join } from 'node:path'
import { analyze, type Analysis, type DiagnosticEntry } from '#core/answer'
import { isObject, jsonParts, writeJson } from '#core/read'
import { newLockfile } from '#core/run'
import { shellWord } from '#core/text'
import { listLockfiles } from '#core/trust'
import type { Directory } from './directory.ts'
import { ReportedError } from './reported-error.ts'
import { isoTime } from '../engine/iso-time.ts'
import type { ItemCall } from './item.ts'
import { removeFile, writeNew } from './write-whole.ts'

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

/** The lockfile of an item, with its findings. */
export function lockfileOf(directory: Directory, call: ItemCall): ShownLockfile {
  requireLockfiles(directory)
  const { lockfile, diagnostics, status, item_id } = analyze(directory.workspace, call)
  if (status === 'not_found') {
    const because = diagnostics.find(({ severity }) => severity === 'error')
    throw new ReportedError('trouble', because?.message ?? `${item_id} is not found.`)
  }
  const problems = diagnostics.filter(({ code }) => code.startsWith('lockfile-'))
  const text = lockfile.path === null ? undefined : directory.workspace.file(lockfile.path)?.text
  return { lockfile, text, problems }
}

/** Pin the current chain of an item without a run. Returns the path of the lockfile in the workspace. */
export function createLockfile(directory: Directory, call: ItemCall): string {
  requireLockfiles(directory)
  const { folders, shown, machine } = directory
  const analysis = analyze(directory.workspace, call)
  const { status, lockfile, item_id, diagnostics } = analysis
  if (lockfile.path !== null)
    throw new ReportedError(
      'trouble',
      `${shown(lockfile.path)} already exists. To pin the chain again, delete it first.`,
    )
  if (status !== 'ready') {
    const because = diagnostics.find(({ severity }) => severity === 'error')
    const how = because?.code === 'parameter-invalid' ? ` Pass them: --params ${shellWord(sample(analysis))}` : ''
    throw new ReportedError(
      'trouble',
      `${item_id} cannot be pinned because it is ${status.replace('_', ' ')}. ${because?.message ?? ''}`.trim() + how,
    )
  }
  const file = newLockfile(analysis, isoTime(machine.now()))
  if (!file) throw new ReportedError('trouble', `${item_id} cannot have a lockfile.`)
  writeNew([{ path: folders.place(file.path), content: file.text }])
  return file.path
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

/** Remove the lockfile of an item. Returns its path in the workspace. */
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
    `The dialect ${workspace.dialect.name} does not support lockfiles (SEMANTICS, section 0).`,
  )
}
