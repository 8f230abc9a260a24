import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { bundleRoot, isObject, type DialectName, type Mount } from '#core'
import { homeOf } from '../home.ts'
import { bundleOnDisk } from '../engine/product.ts'
import { readFound } from '../engine/whole-file.ts'
import type { Given } from './command.ts'
import { UsageError, type Io } from './io.ts'
import { projectFileName, type ProjectFile } from './project-file.ts'

/** A system bundle of a directory, and where it lies on the disk. */
export interface SystemFolder {
  readonly bundle_id: string
  readonly version: string
  readonly root: string
  readonly folder: string
}

/** The spaces beside the project: the user space, if there is one, and the system bundles in search order (R1.1). */
export interface Spaces {
  readonly user: string | undefined
  readonly systems: readonly SystemFolder[]
}

/** What options say of the spaces, else the project's file, else the machine: one default for all commands. */
export function spacesOf(given: Given, file: ProjectFile, project: string, dialect: DialectName, io: Io): Spaces {
  const user = userFolder(given, file, project, io)
  if (user === undefined) tellOfHome(project, io)
  const written = given.texts('system')
  const systems =
    written.length > 0
      ? written.map((word) => systemFolder(word, '--system', io.cwd, dialect, io))
      : (file.systems ?? ['builtin']).map((word) =>
          systemFolder(word, `systems of ${projectFileName}:`, project, dialect, io),
        )
  const twice = systems.find(({ bundle_id }, at) => systems.findIndex((one) => one.bundle_id === bundle_id) !== at)
  if (twice)
    throw new UsageError(`Two system bundles have the id ${twice.bundle_id}. Give one another: ID@VERSION=DIR.`)
  return { user, systems }
}

/** What stands at the roots of a workspace, on the disk. */
export function mountsOf(project: string, { user, systems }: Spaces): readonly Mount[] {
  return [
    { at: '/project', from: project },
    ...(user === undefined ? [] : [{ at: '/user', from: user }]),
    ...systems.map(({ root, folder }) => ({ at: root, from: folder })),
  ]
}

/** The path that a person means by a word: `~` is their home. */
export function personsPath(word: string, named: string, from: string, io: Io): string {
  // A variable of a script that was never set would otherwise mean the folder in which it happens to run.
  if (word === '') throw new UsageError(`${named} is empty; it must name a folder.`)
  return resolve(from, /^~(?=\/|$)/.test(word) ? homeOf(io.env) + word.slice(1) : word)
}

/** A folder that holds an .ai, as an option or a file names it. */
export function folderAt(word: string, named: string, from: string, io: Io): string {
  const folder = personsPath(word, named, from, io)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${named} ${word}: there is no such folder.${unnamed(folder)}`)
  if (folder.endsWith('/.ai')) throw new UsageError(`${named} ${word}: give the folder that holds .ai, not .ai itself.`)
  return folder
}

/** Node replaces bytes that are no UTF-8 before anybody sees them, in words and in the working directory. */
function unnamed(folder: string): string {
  if (!folder.includes('\ufffd')) return ''
  return ' Its name seems to hold bytes that are no UTF-8, and cannot be told here: make a link to it with another name.'
}

function userFolder(given: Given, file: ProjectFile, project: string, io: Io): string | undefined {
  const written = given.text('user')
  if (written !== undefined) return folderAt(written, '--user', io.cwd, io)
  if (file.user !== undefined) return folderAt(file.user, `user of ${projectFileName}:`, project, io)
  const variable = io.env['USER_SPACE']
  if (variable === undefined || variable === '') return undefined
  // Some set it to the folder .ai itself.
  return folderAt(basename(variable) === '.ai' ? dirname(variable) : variable, 'USER_SPACE', io.cwd, io)
}

/** Where it was said already: a command may open several directories. */
const warned = new WeakSet<Io>()

/** A person who has tools of their own at home would look for them here. Keys to sign with are read from there anyway. */
function tellOfHome(project: string, io: Io): void {
  const home = homeOf(io.env)
  if (resolve(home) === project || warned.has(io) || !holdsBeside(join(home, '.ai'), ['config', 'keys', 'signing']))
    return
  warned.add(io)
  io.err(`~/.ai is not read. To make it the user space: --user ~, or USER_SPACE=~, or user: '~' in rye-chain.yaml.\n`)
}

/** Whether a folder holds anything but what lies at the end of a way down. */
function holdsBeside(folder: string, [step, ...steps]: readonly string[]): boolean {
  const names = namesIn(folder)
  if (step === undefined) return false
  return names.some((name) => name !== step) || (names.length > 0 && holdsBeside(join(folder, step), steps))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // what is not there, or cannot be listed, is not looked into any further
  }
}

/** `DIR` with a bundle.json in it, `ID@VERSION=DIR`, or `builtin`. */
function systemFolder(word: string, named: string, from: string, dialect: DialectName, io: Io): SystemFolder {
  if (word === 'builtin') {
    const { id, version, folder } = bundleOnDisk(dialect)
    return { bundle_id: id, version, root: bundleRoot(id), folder }
  }
  const stated = /^([\w.-]+)@([\w.+-]+)=(.+)$/.exec(word)
  const folder = folderAt(stated?.[3] ?? word, named, from, io)
  const [bundle_id, version] = stated ? [stated[1] ?? '', stated[2] ?? ''] : manifestOf(folder, named, word)
  return { bundle_id, version, root: bundleRoot(bundle_id), folder }
}

function manifestOf(folder: string, named: string, word: string): readonly [id: string, version: string] {
  const how = `Give id and version: ${named} ID@VERSION=${word}`
  let manifest: unknown
  try {
    manifest = JSON.parse(readFound(join(folder, 'bundle.json')).toString('utf8'))
  } catch {
    throw new UsageError(`${named} ${word}: there is no bundle.json that can be read. ${how}`)
  }
  const { bundle_id, version } = isObject(manifest) ? manifest : {}
  if (typeof bundle_id !== 'string' || typeof version !== 'string' || !/^[\w.-]+$/.test(bundle_id))
    throw new UsageError(`${named} ${word}: its bundle.json names no bundle_id and version. ${how}`)
  return [bundle_id, version]
}
