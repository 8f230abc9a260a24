import fs from 'node:fs'
import { relative, resolve } from 'node:path'
import { bundleRoot, dialectNames, fsTree, Workspace, type DialectName, type FileTree, type Mount } from '#core'
import { nodeHost } from '../engine/node-host.ts'
import type { Given, Option } from './command.ts'
import { codeOf, UsageError, type Io } from './io.ts'
import { bundleOnDisk } from '../engine/product.ts'
import { machineWorld } from './world.ts'

/** The options of every command that looks at a directory. */
export const directoryOptions: Readonly<Record<string, Option>> = {
  dir: { value: 'DIR', about: 'The project: the folder that holds .ai. The current one if not given.' },
  user: { value: 'DIR', about: 'The user space: the folder that holds its .ai. Empty if not given.' },
  dialect: {
    value: 'NAME',
    choices: ['lillux', ...dialectNames],
    about: 'The rules: kiwi, lilux or lillux (the default).',
  },
  search: {
    value: 'HOW',
    choices: ['scoped', 'global'],
    about: 'Where executors are looked for: scoped (the default) or global (R1.2).',
  },
  strict: { about: 'Signatures must verify, as in a real run (R10.4).' },
  dev: { about: 'What is wrong with signatures is a warning only. The default.' },
  env: { value: 'NAME[=VALUE]', multiple: true, about: 'A further variable of the environment the chain starts with.' },
  world: {
    value: 'FILE',
    about:
      'JSON with environ, files, programs, path_separator, in place of what this machine has; or the draft.json of an export.',
  },
}

/** A real directory as a workspace, and the way from its paths to those of the disk. */
export interface Directory {
  readonly workspace: Workspace
  /** A path as a person finds it: relative to where they stand, if it is on the disk at all. */
  shown(path: string): string
  /** The path on the disk, or undefined for one that is not there, such as in an absent user space. */
  onDisk(path: string): string | undefined
  /** The way back: the path in the workspace, or undefined for a file outside of it. */
  inside(disk: string): string | undefined
}

/** What a command knows better than its options. */
interface Opening {
  /** The project. */
  readonly folder?: string
  /** Puts something over the files of the disk. */
  readonly files?: (below: FileTree) => FileTree
}

/** Open what `directoryOptions` name: DIR as /project, the user's as /user, the product's bundle as the system space. */
export function openDirectory(given: Given, io: Io, { folder, files = (below) => below }: Opening = {}): Directory {
  const dialect = dialectOf(given)
  const bundle = bundleOnDisk(dialect)
  const user = given.text('user')
  const mounts: readonly Mount[] = [
    { at: '/project', from: folderAt(folder ?? given.text('dir') ?? given.text('project-path') ?? '.', 'dir', io) },
    ...(user === undefined ? [] : [{ at: '/user', from: folderAt(user, 'user', io) }]),
    { at: bundleRoot(bundle.id), from: bundle.folder },
  ]
  if (given.flag('strict') && given.flag('dev')) throw new UsageError('--strict and --dev exclude each other.')
  const settings = {
    dialect,
    search: given.oneOf('search', ['scoped', 'global']),
    project: '/project',
    user: '/user',
    systems: [{ bundle_id: bundle.id, version: bundle.version, root: bundleRoot(bundle.id) }],
    dev_mode: !given.flag('strict'),
    world: machineWorld({ env: given.texts('env'), file: given.text('world') }, io),
  }
  const tree = files(fsTree(fs, { mounts, now: () => io.now().getTime() }))
  const workspace = new Workspace(settings, tree, nodeHost)
  return { workspace, ...pathsBetween(mounts, io) }
}

/** For commands that look at a whole tree: without one that can be read there is nothing to say about it (exit code 2). */
export function requireTree({ onDisk, shown }: Directory): void {
  const roots = ['/project', '/user'].filter((root) => onDisk(root) !== undefined)
  const problems = roots.map((root) => ({ at: `${shown(root)}/.ai`, problem: treeProblem(`${onDisk(root)}/.ai`) }))
  const bad = problems.find(({ problem }) => problem !== undefined && problem !== 'ENOENT')
  if (bad) throw new UsageError(`${bad.at} cannot be read: ${reasons[bad.problem ?? ''] ?? bad.problem}.`)
  if (problems.every(({ problem }) => problem === 'ENOENT'))
    throw new UsageError(
      `There is no ${problems.map(({ at }) => at).join(' and no ')}. Go to the folder that holds .ai, or name it with --dir.`,
    )
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'it is no folder',
  ELOOP: 'its links go round in a circle',
}

/** What the disk says of a folder that cannot be listed, with its tools; undefined where all is well. */
function treeProblem(folder: string): string | undefined {
  const problem = listProblem(folder)
  if (problem !== undefined) return problem
  const below = listProblem(`${folder}/tools`)
  return below === 'ENOENT' ? undefined : below
}

function listProblem(folder: string): string | undefined {
  try {
    fs.readdirSync(folder)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

/** The dialect that is asked for, or a message that lists them. */
export function dialectOf(given: Given): DialectName {
  return given.oneOf('dialect', ['lillux', ...dialectNames])
}

function folderAt(path: string, option: string, io: Io): string {
  const folder = resolve(io.cwd, path)
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--${option} ${path}: there is no such folder.`)
  if (folder.endsWith('/.ai'))
    throw new UsageError(`--${option} ${path}: give the folder that holds .ai, not .ai itself.`)
  return folder
}

function pathsBetween(mounts: readonly Mount[], io: Io): Omit<Directory, 'workspace'> {
  const onDisk = (path: string): string | undefined => {
    const mount = mounts.find(({ at }) => path === at || path.startsWith(`${at}/`))
    return mount && mount.from + path.slice(mount.at.length)
  }
  return {
    onDisk,
    shown(path) {
      const disk = path.startsWith('/system/') ? undefined : onDisk(path)
      return disk === undefined ? path : relative(io.cwd, disk) || '.'
    },
    inside(disk) {
      const mount = mounts.find(({ from }) => disk === from || disk.startsWith(`${from}/`))
      return mount && mount.at + disk.slice(mount.from.length)
    },
  }
}
