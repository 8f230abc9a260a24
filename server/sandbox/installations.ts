import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { visible } from '#core/text'
import type { ProcessPlan } from '../plan.ts'
import type { Installation } from './command.ts'
import { Needs } from './programs/needs.ts'

/** Maps the paths of a run to this machine. */
export interface Machine {
  /** The path on disk of a path in the project or the user space. */
  onDisk(path: string): string | undefined
  readonly home: string
}

/** The program of a plan. */
export type Started = Pick<ProcessPlan, 'command' | 'env' | 'cwd'>

/** The access of a plan's program to this machine. */
export interface ProgramAccess {
  /** Additional files that the run must see; undefined if there are none, or if the run cannot see them. */
  readonly installation: Installation | undefined
  /** Notes for the user about how the program was found, as sentences. */
  readonly notes: readonly string[]
  /** The reason why the run would not find its program, as a sentence; undefined if no problem is known. */
  readonly problem: string | undefined
}

/**
 * The files of this machine that a plan's program needs in addition to those of every run (nvm, pyenv, uv, an
 * environment in the project). They are the program file, the libraries that it names, and the files of its language,
 * but never a folder with other content. They are found by reading and not by running, so an analysis, a question and a
 * run have the same list.
 */
export function programAccess({ command, env, cwd }: Started, machine: Machine): ProgramAccess {
  const needs = new Needs({ env, home: machine.home, project: machine.onDisk('/project') }, (path) =>
    machine.onDisk(path),
  )
  // Paths are resolved as in the run, regardless of this process's working directory.
  const missing = needs.start(command.includes('/') ? resolve(cwd ?? '/project', command) : command)
  const installation = needs.installation()
  const [hidden] = installation.shown.flatMap(({ from }) => {
    const because = whyHidden(from)
    return because === undefined
      ? []
      : [`The program needs ${visible(from)}, but ${because}. Use a program that is installed elsewhere.`]
  })
  const isEmpty = installation.shown.length + installation.links.length === 0
  return {
    installation: hidden !== undefined || isEmpty ? undefined : installation,
    notes: needs.notes,
    // A plain name can still be found in a later folder of the `PATH`.
    problem: missing ?? (command.includes('/') ? hidden : undefined),
  }
}

/** The additional files that a run of a plan can see; undefined if there are none. */
export function installationOf(plan: Started, machine: Machine): Installation | undefined {
  return programAccess(plan, machine).installation
}

/** The files and folders of installations, each once. */
export function pathsOf(installations: readonly (Installation | undefined)[]): readonly string[] {
  return [...new Set(installations.flatMap((one) => one?.shown.map(({ from }) => from) ?? []))]
}

/**
 * The reason why a run cannot see a path. Runs of a root server belong to another user, who must be able to reach the
 * files. A run's own `/tmp`, `/mnt`, `/proc` and `/dev` also hide the files of this machine there.
 */
function whyHidden(path: string): string | undefined {
  const [own] = /^\/(?:tmp|mnt|proc|dev)(?=\/|$)/.exec(path) ?? []
  if (own !== undefined) return `runs have their own ${own}`
  if (process.getuid?.() !== 0) return undefined
  for (let above = path; above !== '/'; above = above.slice(0, above.lastIndexOf('/')) || '/') {
    const stat = statSync(above, { throwIfNoEntry: false })
    if (stat && (stat.mode & (stat.isDirectory() ? 0o001 : 0o004)) === 0)
      return `other users cannot ${stat.isDirectory() ? 'enter' : 'read'} ${above}, and runs that root starts use another user`
  }
  return undefined
}
