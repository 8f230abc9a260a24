import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { visible } from '#core/text'
import type { ProcessPlan } from '../plan.ts'
import type { Installation } from './command.ts'
import { Needs } from './programs/needs.ts'

/** Where the paths of a run are on this machine. */
export interface Machine {
  /** The path on the disk of one in the project or the user space. */
  onDisk(path: string): string | undefined
  readonly home: string
}

/** What a plan starts. */
export type Started = Pick<ProcessPlan, 'command' | 'env' | 'cwd'>

/** How a plan's program is started on this machine. */
export interface ProgramAccess {
  /** What the run must see in addition to what every run sees; undefined if there is nothing, or if it cannot be shown. */
  readonly installation: Installation | undefined
  /** What a person should know of how the program was found: sentences. */
  readonly notes: readonly string[]
  /** Why the run would not find its program, as a sentence; undefined where nothing is known against it. */
  readonly problem: string | undefined
}

/**
 * What a plan's program needs of this machine outside of what every run sees (nvm, pyenv, uv, an environment in the project): its own
 * file, the libraries that it names, and the files of its language; never a folder that holds other things. Found by reading, as the
 * program itself looks for them: nothing is run, so that an analysis, a question and a run have the same list.
 */
export function programAccess({ command, env, cwd }: Started, machine: Machine): ProgramAccess {
  const needs = new Needs({ env, home: machine.home, project: machine.onDisk('/project') }, (path) =>
    machine.onDisk(path),
  )
  // As in the run, whatever folder this process is in.
  const missing = needs.start(command.includes('/') ? resolve(cwd ?? '/project', command) : command)
  const installation = needs.installation()
  const [hidden] = installation.shown.flatMap(({ from }) => {
    const because = whyHidden(from)
    return because === undefined
      ? []
      : [`It needs ${visible(from)}, and ${because}. Use one that is installed elsewhere.`]
  })
  const isEmpty = installation.shown.length + installation.links.length === 0
  return {
    installation: hidden !== undefined || isEmpty ? undefined : installation,
    notes: needs.notes,
    // A name alone may be found further on in the PATH.
    problem: missing ?? (command.includes('/') ? hidden : undefined),
  }
}

/** What a run of a plan can see in addition to what every run sees; undefined if there is nothing. */
export function installationOf(plan: Started, machine: Machine): Installation | undefined {
  return programAccess(plan, machine).installation
}

/** The files and folders of this machine that installations consist of, each once. */
export function pathsOf(installations: readonly (Installation | undefined)[]): readonly string[] {
  return [...new Set(installations.flatMap((one) => one?.shown.map(({ from }) => from) ?? []))]
}

/** Runs of a server that is root belong to another user, who must come there; and a run's own places hide what is below them. */
function whyHidden(path: string): string | undefined {
  const [own] = /^\/(?:tmp|mnt|proc|dev)(?=\/|$)/.exec(path) ?? []
  if (own !== undefined) return `runs have a ${own} of their own`
  if (process.getuid?.() !== 0) return undefined
  for (let above = path; above !== '/'; above = above.slice(0, above.lastIndexOf('/')) || '/') {
    const stat = statSync(above, { throwIfNoEntry: false })
    if (stat && (stat.mode & (stat.isDirectory() ? 0o001 : 0o004)) === 0)
      return `not every user may ${stat.isDirectory() ? 'enter' : 'read'} ${above}, as runs that root starts have to`
  }
  return undefined
}
