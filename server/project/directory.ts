import fs from 'node:fs'
import { fsTree, type FileTree, type Mount } from '#core/input'
import { Workspace, type World } from '#core/workspace'
import { formOf, join, plain, realpath, relative } from '../disk-paths.ts'
import { homeOf } from '../home.ts'
import { nodeHost } from '../engine/node-host.ts'
import { realPath } from './real-path.ts'
import { confinedFs, withoutKeys } from './confined-fs.ts'
import { KeyFiles } from './key-files.ts'
import { SpaceFolders } from './space-folder.ts'
import { nearestProject } from './nearest-project.ts'
import { codeOf, ReportedError } from './reported-error.ts'
import { projectFileName, readProjectFile, type ProjectFile } from './project-file.ts'
import { folderAt, mountsOf, spacesOf, type Spaces, type SystemFolder } from './spaces.ts'
import { isProductBundle } from '../engine/product.ts'
import type { DiskFs } from './kept/reads.ts'
import { thisMachine, type Machine, type ProjectOptions } from './options.ts'
import { machineWorld } from './world.ts'

/** Opens files without waiting, because a file can be replaced with a named pipe that has no writer. */
const unblocked: DiskFs = {
  ...fs,
  openSync: (path: string) => fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)),
  realpathSync: realpath,
}

/** A real directory as a workspace, with the mapping between its paths and those on disk. */
export interface Directory {
  readonly workspace: Workspace
  readonly machine: Machine
  /** Functions that read files as the workspace of a user reads them; they do not apply the limits of an agent. */
  readonly disk: DiskFs
  /** The home directory of the user who runs the command. */
  readonly home: string
  /** The settings of the project's rye-chain.yaml; options override them. */
  readonly file: ProjectFile
  /** The system bundles and their folders on disk. */
  readonly systems: readonly SystemFolder[]
  /**
   * A path for messages: relative to the current folder, but unchanged if it is not on disk or belongs to the product.
   */
  shown(path: string): string
  /**
   * The path on disk, even if nothing is there; undefined for a path outside the mounted folders, such as in a missing
   * user space.
   */
  onDisk(path: string): string | undefined
  /** The path in the workspace for a path on disk, or undefined for a file outside the workspace. */
  inside(disk: string): string | undefined
  /** The folders of the spaces, which determine the files that can be copied and the locations of written files. */
  readonly folders: SpaceFolders
  /** The key files that are currently in the home directory and in the spaces on disk. */
  keys(): KeyFiles
}

/**
 * Open a project: the project itself, the user space and the system bundles. Settings are read from the options, the
 * project file or the machine.
 * @throws ReportedError for a folder or file that does not exist or cannot be read.
 */
export function openDirectory(options: ProjectOptions): Directory {
  const { folder, dir, venv, files = (below) => below, machine = thisMachine(), reads } = options
  const project = folderAt(folder ?? dir ?? nearestProject(machine), '--dir', machine.cwd, machine)
  requireOwn(project, machine)
  const file = readProjectFile(project, relative(machine.cwd, join(project, projectFileName)), options.projectFile)
  const dialect = options.dialect ?? file.dialect ?? 'lillux'
  const spaces = spacesOf(options, file, project, dialect, machine)
  const mounts = [...(venv === undefined ? [] : [venvMount(venv, machine)]), ...mountsOf(project, spaces)]
  const settings = {
    dialect,
    search: options.search ?? file.search ?? 'scoped',
    project: '/project',
    user: '/user',
    systems: spaces.systems.map(({ bundle_id, version, root }) => ({ bundle_id, version, root })),
    dev_mode: !(options.strict ?? file.strict === true),
    world: reads?.ofWorld(worldOf(options, machine)) ?? worldOf(options, machine),
  }
  const paths = pathsBetween(mounts, machine)
  const folders = foldersOf(project, spaces, dir !== undefined, machine)
  if (machine.mayRead) folders.requireOwn(paths.shown)
  const home = homeOf(machine.env)
  const keys = (): KeyFiles => new KeyFiles([home, ...mounts.map(({ from }) => from)])
  const read = (fs: DiskFs): DiskFs => reads?.over(fs) ?? fs
  const own = filesOf(mounts, folders, machine, read)
  const tree = files(venv === undefined ? own : withVenv(own))
  const isInMissingSpace = (path: string): boolean => spaces.user === undefined && path.startsWith('/user/')
  const workspace = new Workspace(settings, tree, { ...nodeHost, formOf, isInMissingSpace })
  return { workspace, machine, disk: read(unblocked), home, file, systems: spaces.systems, folders, keys, ...paths }
}

function foldersOf(project: string, spaces: Spaces, isNamed: boolean, { mayRead }: Machine): SpaceFolders {
  const all = mountsOf(project, spaces).map(({ at, from }) => ({ at, folder: from }))
  return new SpaceFolders(all, [...(isNamed ? [project] : []), ...spaces.named], mayRead)
}

/**
 * The files on disk. A user can read all of them. An agent can follow symlinks only to its roots and the other spaces,
 * and cannot read private keys.
 */
function filesOf(
  mounts: readonly Mount[],
  folders: SpaceFolders,
  { mayRead, now }: Machine,
  read: (fs: DiskFs) => DiskFs,
): FileTree {
  const options = { mounts, now: () => now().getTime(), nameOf: plain }
  if (!mayRead) return fsTree(read(unblocked), options)
  return withoutKeys(fsTree(read(confinedFs(folders.opener())), options))
}

/** Require that an agent's project file is inside the agent's roots, because error messages quote the file. */
function requireOwn(project: string, { mayRead }: Machine): void {
  const real = mayRead && realPath(join(project, projectFileName))
  if (real !== undefined && mayRead?.(real) === false)
    throw new ReportedError(
      'usage',
      `${projectFileName} is a symlink that leads outside the allowed folders. Replace it with a file.`,
    )
}

function worldOf({ env = [], worldFile, world }: ProjectOptions, machine: Machine): World {
  return world && env.length === 0 && worldFile === undefined ? world : machineWorld({ env, file: worldFile }, machine)
}

/**
 * A Python environment, mounted at the usual path in the project.
 * @throws ReportedError for a folder without `pyvenv.cfg`
 */
function venvMount(word: string, machine: Machine): Mount {
  const from = folderAt(word, '--venv', machine.cwd, machine)
  if (!fs.existsSync(join(from, 'pyvenv.cfg')))
    throw new ReportedError('usage', `--venv ${word} is not a Python environment: it has no pyvenv.cfg.`)
  return { at: '/project/.venv', from }
}

/** Lists the mounted environment in its parent folder, because the disk does not. */
function withVenv(tree: FileTree): FileTree {
  return {
    read: (path) => tree.read(path),
    look: (path, known) => tree.look(path, known),
    real: (path) => tree.real(path),
    special: (path) => tree.special?.(path),
    list(path) {
      const listing = tree.list(path)
      return path === '/project' && listing ? new Map([...listing, ['.venv', 'directory']]) : listing
    },
  }
}

/** Require that the project or the user space has a `.ai`, and that each existing `.ai` can be listed (exit code 2). */
export function requireTree(directory: Directory): void {
  const problems = requireReadable(directory)
  if (problems.every(({ problem }) => problem === 'ENOENT'))
    throw new ReportedError(
      'usage',
      `${problems.map(({ at }) => at).join(' and ')} ${problems.length === 1 ? 'does' : 'do'} not exist.`,
      ' Go to the folder that contains .ai, or pass it with --dir. For a new project: rye-chain init',
    )
}

/**
 * Require that each existing tree is readable (exit code 2). Returns every tree; its problem is undefined, or `ENOENT`
 * if the tree does not exist.
 */
export function requireReadable({ onDisk, shown }: Directory) {
  const roots = ['/project', '/user'].filter((root) => onDisk(root) !== undefined)
  const problems = roots.map((root) => ({ at: `${shown(root)}/.ai`, problem: treeProblem(`${onDisk(root)}/.ai`) }))
  const bad = problems.find(({ problem }) => problem !== undefined && problem !== 'ENOENT')
  if (bad) throw new ReportedError('usage', `${bad.at} cannot be read: ${reasons[bad.problem ?? ''] ?? bad.problem}.`)
  return problems
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'it is not a folder',
  ELOOP: 'its symlinks are circular',
}

/** The error code if `.ai` or its `tools` cannot be listed; undefined if they can, or if only `tools` is missing. */
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

/**
 * Returns a function for the disk paths of the project's own files. Symlinks to the project folder are resolved once,
 * before the first call.
 */
export function ownPlaces({ onDisk }: Directory): (path: string) => string {
  const project = onDisk('/project') ?? '/project'
  const root = realPath(project) ?? project
  return (path) => root + path.slice('/project'.length)
}

function pathsBetween(mounts: readonly Mount[], machine: Machine): Pick<Directory, 'shown' | 'onDisk' | 'inside'> {
  const ways = mounts.map((mount) => ({ ...mount, way: relative(machine.cwd, mount.from) }))
  const mountOf = (path: string) => ways.find(({ at }) => path === at || path.startsWith(`${at}/`))
  const onDisk = (path: string): string | undefined => {
    const mount = mountOf(path)
    return mount && mount.from + path.slice(mount.at.length)
  }
  return {
    onDisk,
    shown(path) {
      const mount = mountOf(path)
      const disk = onDisk(path)
      // A file of the product is shown by its workspace path, which is the same on every machine.
      if (!mount || disk === undefined || isProduct(disk, path)) return path
      return wayOn(mount.way, path.slice(mount.at.length + 1)) ?? (relative(machine.cwd, disk) || '.')
    },
    inside(disk) {
      const mount = mounts.find(({ from }) => disk === from || disk.startsWith(`${from}/`))
      return mount && mount.at + formOf(disk.slice(mount.from.length))
    },
  }
}

/**
 * A path in a mounted folder, relative to the current folder. It is built from `way`, the relative path of the mount,
 * because `relative` is slow for thousands of paths. Undefined if the mount is a parent of the current folder.
 */
function wayOn(way: string, below: string): string | undefined {
  if (/^\.\.(?:\/\.\.)*$/.test(way)) return undefined
  return [way, below].filter((part) => part !== '').join('/') || '.'
}

function isProduct(disk: string, path: string): boolean {
  return path.startsWith('/system/') && isProductBundle(disk)
}
