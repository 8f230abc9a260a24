import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { ProcessPlan } from '../plan.ts'
import { isSystemPlace, type Installation } from './command.ts'

/** Where the paths of a run are on this machine, and what is never shown as a whole. */
export interface Machine {
  /** The path on the disk of one in the project or the user space. */
  onDisk(path: string): string | undefined
  readonly home: string
}

/** More links than any version manager puts one behind the other. */
const mostLinks = 16

/**
 * The installation of the interpreter that a plan starts, where it lies outside of what every run sees (nvm, pyenv, uv, an environment in
 * the project). Undefined where there is nothing to show.
 */
export function installationOf(plan: Started, machine: Machine): Installation | undefined {
  const found = installed(plan, machine)
  return found?.folders.every(({ from }) => whyHidden(from) === undefined) === true ? found : undefined
}

/** The folder of an interpreter that a plan names by its path and no run can see, and why; undefined where all of it can be shown. */
export function hiddenFolder(
  plan: Started,
  machine: Machine,
): { readonly folder: string; readonly because: string } | undefined {
  // A name alone may be found further on in the PATH.
  const folders = plan.command.includes('/') ? (installed(plan, machine)?.folders ?? []) : []
  const hidden = folders.map(({ from: folder }) => ({ folder, because: whyHidden(folder) }))
  return hidden.find((one): one is { folder: string; because: string } => one.because !== undefined)
}

type Started = Pick<ProcessPlan, 'command' | 'env'>

function installed({ command, env }: Started, machine: Machine): Installation | undefined {
  const at = command.includes('/') ? command : programIn(env['PATH'] ?? '', command)
  const start = at === undefined ? undefined : (machine.onDisk(at) ?? at)
  if (at === undefined || start === undefined || !isProgram(start)) return undefined
  // A link there, as of /usr/local/bin to /opt, may lead out.
  if (start === at && isSystemPlace(at) && isSystemPlace(realpathSync(at))) return undefined
  const folders = new Map<string, string>()
  const links = new Map<string, string>()
  const environment = dirname(dirname(start))
  const isEnvironment = isFile(join(environment, 'pyvenv.cfg'))
  if (isEnvironment) folders.set(dirname(dirname(at)), environment)
  let here = start
  for (let count = 0; count < mostLinks && isLink(here); count++) {
    const next = resolve(dirname(here), readlinkSync(here))
    const place = here === start ? at : here
    if (!(isEnvironment && here.startsWith(`${environment}/`)) && !isSystemPlace(place)) links.set(place, next)
    here = next
  }
  const real = realpathSync(here)
  if (!isEnvironment && start !== at && real === start) return undefined
  if (real !== here && !isSystemPlace(here)) links.set(here, real)
  if (!isSystemPlace(real)) {
    const folder = prefixOf(real, machine.home)
    folders.set(folder, folder)
  }
  // A link inside a folder that is shown is there already.
  const shown = [...folders.values()]
  const needed = [...links].filter(([link]) => !shown.some((folder) => link.startsWith(`${folder}/`)))
  return {
    folders: [...folders].map(([place, from]) => ({ from, at: place })),
    links: needed.map(([link, to]) => ({ at: link, to })),
  }
}

/** The folder above `bin`; but never a home directory or what it lies in: then the program's own folder. */
function prefixOf(program: string, home: string): string {
  const folder = dirname(program)
  const prefix = basename(folder) === 'bin' ? dirname(folder) : folder
  const isTooMuch = prefix === '/' || dirname(prefix) === '/' || home === prefix || home.startsWith(`${prefix}/`)
  return isTooMuch ? folder : prefix
}

/** The first program of a name in the folders of a PATH. */
export function programIn(path: string, name: string): string | undefined {
  return path
    .split(':')
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find((path) => isProgram(path) && !isScript(path))
}

/** What pyenv and its like put in front is a script that asks its manager, of which a run sees nothing. */
function isScript(path: string): boolean {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return false // what may be started and not be read is no script: nobody could run that
  }
  try {
    const head = Buffer.alloc(2)
    return readSync(file, head, 0, 2, 0) === 2 && head.toString() === '#!'
  } finally {
    closeSync(file)
  }
}

/** Runs of a server that is root belong to another user, who must come there; and their own places hide what lies below them. */
function whyHidden(folder: string): string | undefined {
  const [own] = /^\/(?:tmp|mnt|proc|dev|project|user|system)(?=\/|$)/.exec(folder) ?? []
  if (own !== undefined) return `runs have a ${own} of their own`
  if (process.getuid?.() !== 0) return undefined
  for (let above = folder; above !== '/'; above = dirname(above))
    if ((statSync(above).mode & 0o001) === 0)
      return `not every user may enter ${above}, as runs that root starts have to`
  return undefined
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    // A folder may be entered, which is the same right.
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}
