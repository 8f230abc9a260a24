import { readdirSync, statSync } from 'node:fs'
import type { Mount } from '#core/input'
import { isObject } from '#core/read'
import type { DialectName } from '#core/rules'
import { bundleRoot } from '#core/workspace'
import { basename, dirname, join, resolve } from '../disk-paths.ts'
import { homeOf } from '../home.ts'
import { bundleOnDisk } from '../engine/product.ts'
import { realPath } from './real-path.ts'
import { readInside, realPlace, type OpenedFile } from './inside.ts'
import type { Machine, ProjectOptions } from './options.ts'
import { ReportedError } from './reported-error.ts'
import { projectFileName, type ProjectFile } from './project-file.ts'

/** A system bundle of a directory, with its folder on disk. */
export interface SystemFolder {
  readonly bundle_id: string
  readonly version: string
  readonly root: string
  readonly folder: string
}

/** The spaces other than the project: the user space, if it exists, and the system bundles in search order (R1.1). */
export interface Spaces {
  readonly user: string | undefined
  readonly systems: readonly SystemFolder[]
  /** Spaces that the user named with an option or in the environment, as opposed to the project file. */
  readonly named: readonly string[]
}

/**
 * The spaces from the options, the project file or the machine, in this order; all commands use the same default.
 * @throws ReportedError for a missing or invalid folder, and for two system bundles with one ID
 */
export function spacesOf(
  options: ProjectOptions,
  file: ProjectFile,
  project: string,
  dialect: DialectName,
  machine: Machine,
): Spaces {
  const isLeftOut = options.withoutUser === true
  const own = isLeftOut ? undefined : namedUser(options, file, machine)
  const user = isLeftOut ? undefined : (own ?? filesUser(file, project, machine))
  if (user === undefined && !isLeftOut) reportUnusedHome(project, machine)
  const written = options.systems ?? []
  const systems =
    written.length > 0
      ? written.map((word) => systemFolder(word, '--system', machine.cwd, dialect, machine))
      : (file.systems ?? ['builtin']).map((word) => filesSystem(word, project, dialect, machine))
  const twice = systems.find(({ bundle_id }, at) => systems.findIndex((one) => one.bundle_id === bundle_id) !== at)
  if (twice)
    throw new ReportedError(
      'usage',
      `Two system bundles have the ID ${twice.bundle_id}. Pass another ID for one of them: ID@VERSION=DIR.`,
    )
  const named = [
    ...(own === undefined ? [] : [own]),
    ...(written.length > 0 ? systems.map(({ folder }) => folder) : []),
  ]
  return { user, systems, named }
}

/** The folders on disk for the roots of a workspace. */
export function mountsOf(project: string, { user, systems }: Spaces): readonly Mount[] {
  return [
    { at: '/project', from: project },
    ...(user === undefined ? [] : [{ at: '/user', from: user }]),
    ...systems.map(({ root, folder }) => ({ at: root, from: folder })),
  ]
}

/**
 * The absolute path of a path from the user, in which a leading `~` is the home directory.
 * @throws ReportedError for an empty path.
 */
export function pathFromUser(word: string, named: string, from: string, machine: Pick<Machine, 'env'>): string {
  // An empty word, as from an unset variable in a script, would mean the current folder.
  if (word === '') throw new ReportedError('usage', `${named} is empty. Pass a folder.`)
  return resolve(from, /^~(?=\/|$)/.test(word) ? homeOf(machine.env) + word.slice(1) : word)
}

/**
 * The path of an existing folder that an option or a file names.
 * @throws ReportedError if the folder does not exist, or is `.ai` itself.
 */
export function folderAt(word: string, named: string, from: string, machine: Machine): string {
  const folder = pathFromUser(word, named, from, machine)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ReportedError('usage', `${named} ${word}: no such folder.${unnamed(folder)}`)
  if (folder.endsWith('/.ai'))
    throw new ReportedError('usage', `${named} ${word}: pass the folder that contains .ai, not .ai itself.`)
  return folder
}

/** A hint for a path with invalid UTF-8, which Node replaces before this program reads the path; otherwise empty. */
function unnamed(folder: string): string {
  if (!folder.includes('\ufffd')) return ''
  return ' Its name seems to contain invalid UTF-8, which is not supported. Create a symlink to the folder with another name.'
}

function namedUser(options: ProjectOptions, file: ProjectFile, machine: Machine): string | undefined {
  const written = options.user
  if (written !== undefined) return folderAt(written, '--user', machine.cwd, machine)
  const variable = file.user === undefined ? machine.env['USER_SPACE'] : undefined
  if (variable === undefined || variable === '') return undefined
  // Some users set the variable to the `.ai` folder itself.
  return folderAt(basename(variable) === '.ai' ? dirname(variable) : variable, 'USER_SPACE', machine.cwd, machine)
}

function filesUser({ user }: ProjectFile, project: string, machine: Machine): string | undefined {
  if (user === undefined) return undefined
  const named = `user of ${projectFileName}:`
  requireReachable(user, named, project, machine)
  return folderAt(user, named, project, machine)
}

function filesSystem(word: string, project: string, dialect: DialectName, machine: Machine): SystemFolder {
  const named = `systems of ${projectFileName}:`
  if (word !== 'builtin') requireReachable(declaredParts(word)?.folder ?? word, named, project, machine)
  return systemFolder(word, named, project, dialect, machine)
}

/**
 * Require that an agent may open a folder that a project file names, because the file can be untrusted. The error does
 * not reveal whether the folder exists.
 */
function requireReachable(word: string, named: string, project: string, machine: Machine): void {
  if (!machine.mayRead) return
  const real = realPlace(pathFromUser(word, named, project, machine))
  if (real === undefined || !machine.mayRead(real))
    throw new ReportedError(
      'usage',
      `${named} ${word} is outside the roots of this server. To allow it, restart the server with --root DIR, --user DIR or --system DIR.`,
    )
}

/** The machines that have already shown this notice, because a command can open several directories. */
const warned = new WeakSet<Machine>()

/**
 * If `.ai` in the home directory contains more than signing keys, report that it is not the user space. Users might
 * expect its tools to be found.
 */
function reportUnusedHome(project: string, machine: Machine): void {
  const home = homeOf(machine.env)
  if (
    resolve(home) === project ||
    warned.has(machine) ||
    !hasOtherThan(join(home, '.ai'), ['config', 'keys', 'signing'])
  )
    return
  warned.add(machine)
  machine.note?.(
    `~/.ai is not read. To make it the user space: --user ~, or USER_SPACE=~, or user: '~' in rye-chain.yaml.`,
  )
}

/** Whether a folder contains any entry outside the given path of folders. */
function hasOtherThan(folder: string, [step, ...steps]: readonly string[]): boolean {
  const names = namesIn(folder)
  if (step === undefined) return false
  return names.some((name) => name !== step) || (names.length > 0 && hasOtherThan(join(folder, step), steps))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // A missing or unreadable folder is not searched further.
  }
}

/** The folder of a system bundle: `DIR` with a bundle.json, `ID@VERSION=DIR`, or `builtin`. */
function systemFolder(word: string, named: string, from: string, dialect: DialectName, machine: Machine): SystemFolder {
  if (word === 'builtin') {
    const { id, version, folder } = bundleOnDisk(dialect)
    return { bundle_id: id, version, root: bundleRoot(id), folder }
  }
  const declared = declaredParts(word)
  const folder = folderAt(declared?.folder ?? word, named, from, machine)
  const { bundle_id, version } = declared ?? manifestOf(folder, named, word)
  return { bundle_id, version, root: bundleRoot(bundle_id), folder }
}

/** The parts of `ID@VERSION=DIR`; undefined for other words. */
function declaredParts(word: string) {
  const [, bundle_id, version, folder] = /^([\w.-]+)@([\w.+-]+)=(.+)$/.exec(word) ?? []
  return bundle_id && version && folder ? { bundle_id, version, folder } : undefined
}

function manifestOf(folder: string, named: string, word: string): Pick<SystemFolder, 'bundle_id' | 'version'> {
  const how = `Pass the ID and version: ${named} ID@VERSION=${word}`
  let manifest: unknown
  try {
    const root = realPath(folder)
    manifest = JSON.parse(readInside(root === undefined ? [] : [root], join(folder, 'bundle.json'), manifestText))
  } catch {
    throw new ReportedError('usage', `${named} ${word}: no readable bundle.json. ${how}`)
  }
  const { bundle_id, version } = isObject(manifest) ? manifest : {}
  if (typeof bundle_id !== 'string' || typeof version !== 'string' || !/^[\w.-]+$/.test(bundle_id))
    throw new ReportedError('usage', `${named} ${word}: its bundle.json has no bundle_id and version. ${how}`)
  return { bundle_id, version }
}

function manifestText({ stats, bytes }: OpenedFile): string {
  return stats.isFile() ? bytes().toString('utf8') : ''
}
