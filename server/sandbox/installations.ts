import { readlinkSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { visible } from '#core/text'
import type { ProcessPlan } from '../plan.ts'
import { isSystemPlace, type Installation } from './command.ts'
import { librariesOf } from './programs/elf.ts'
import { isLink, isProgram, realOf } from './programs/files.ts'
import { modulesOf, partsOf, pythonParts } from './programs/layouts.ts'
import { packageOf, scriptOf } from './programs/script.ts'
import { shimAt } from './programs/shims.ts'
import { environmentOf } from './programs/venv.ts'
import type { Surroundings } from './programs/versions.ts'

/** Maps the paths of a run to this machine. */
export interface Machine {
  /** The path on disk of a path in the project or the user space; undefined for any other path. */
  onDisk(path: string): string | undefined
  readonly home: string
}

/** The command of a plan, with the environment and the folder in which it starts. */
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
 * The reason why a run cannot see a path; undefined if it can. Runs of a root server belong to another user, who must
 * be able to reach the files. A run's own `/tmp`, `/mnt`, `/proc` and `/dev` also hide the files of this machine there.
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

/** Maximum number of symlinks, scripts and shims to follow for a program; real programs have fewer. */
const MOST_STEPS = 32

/** The files that one program needs, starting with the program itself, by their path in the run. */
class Needs {
  readonly notes: string[] = []
  readonly #around: Surroundings
  readonly #onDisk: (path: string) => string | undefined
  readonly #shown = new Map<string, string>()
  readonly #links = new Map<string, string>()
  readonly #rooms = new Set<string>()
  readonly #seen = new Set<string>()

  constructor(around: Surroundings, onDisk: (path: string) => string | undefined) {
    this.#around = around
    this.#onDisk = onDisk
  }

  /** Collect the files that a command needs. Returns the reason why a run would not find the command, if known. */
  start(command: string): string | undefined {
    return command.includes('/') ? this.#path(command) : this.#named(command)
  }

  installation(): Installation {
    const shown = [...this.#shown].map(([at, from]) => ({ from, at }))
    const outermost = shown.filter(({ at }) => !shown.some((other) => at.startsWith(`${other.at}/`)))
    const isShown = (path: string): boolean => outermost.some(({ at }) => path === at || path.startsWith(`${at}/`))
    const links = [...this.#links].filter(([at]) => !isShown(at)).map(([at, to]) => ({ at, to }))
    return { shown: outermost, links, rooms: [...this.#rooms] }
  }

  /**
   * Collect the files of the program that a shell would find by a name. Programs that a run cannot start are skipped.
   * Returns the reason of the first skipped one if none can be started; undefined otherwise.
   */
  #named(name: string): string | undefined {
    let unusable: string | undefined
    for (const path of this.#candidates(name)) {
      const trouble = this.#path(path)
      if (trouble === undefined) {
        if (unusable !== undefined) this.notes.push(`${unusable} ${visible(path)} is used.`)
        return undefined
      }
      unusable ??= trouble
    }
    return unusable
  }

  #candidates(name: string, not = ''): readonly string[] {
    return (this.#around.env['PATH'] ?? '')
      .split(':')
      .filter((folder) => folder.startsWith('/') && folder !== not)
      .map((folder) => join(folder, name))
      .filter((path) => isProgram(this.#onDisk(path) ?? path))
  }

  /**
   * Collect the files that the program at a path needs. Returns the reason why it cannot be started; undefined if no
   * problem is known.
   */
  #path(at: string): string | undefined {
    const start = this.#onDisk(at) ?? at
    if (!isProgram(start) || this.#seen.has(at) || this.#seen.size > MOST_STEPS) return undefined
    this.#seen.add(at)
    const shim = shimAt(start, this.#around)
    if (shim) return this.#behind(at, shim)
    const script = scriptOf(realOf(start) ?? start)
    if (script && this.#isLost(script.interpreter))
      return `${visible(at)} is a script for ${visible(script.interpreter)}, which does not exist or is not executable.`
    this.#installed(at, start)
    return undefined
  }

  /** Whether a script names an interpreter by a path that cannot be started. */
  #isLost(interpreter: string): boolean {
    return interpreter.startsWith('/') && !isProgram(this.#onDisk(interpreter) ?? interpreter)
  }

  #behind(at: string, { manager, target }: NonNullable<ReturnType<typeof shimAt>>): string | undefined {
    const what = `${visible(at)} is a shim of ${manager}`
    const path = target === 'system' ? this.#candidates(basename(at), dirname(at))[0] : target?.path
    if (path === undefined) return `${what}, which has no version that a run can start.`
    const trouble = this.#path(path)
    if (trouble !== undefined) return trouble
    if (!isSystemPlace(at)) this.#links.set(at, path)
    this.notes.push(`${what} that starts ${visible(path)}.`)
    return undefined
  }

  #installed(at: string, start: string): void {
    const real = realOf(start) ?? start
    const isProject = start !== at
    const environment = environmentOf(start)
    const inside = (path: string): string => {
      if (!environment || !path.startsWith(`${environment.folder}/`)) return path === start ? at : path
      return dirname(dirname(at)) + path.slice(environment.folder.length)
    }
    if (environment) this.#environment(environment, inside, isProject)
    // A parent folder that is a symlink, such as `/usr/local/bin` to `/opt`, can lead outside.
    const place = inside(real)
    this.#hops(start, real, inside)
    // A file of the project itself is part of the run's own files.
    if (!isSystemPlace(real) && !(isProject && real === start && !environment)) this.#show(real, place)
    this.#content(at, real)
  }

  #environment(
    { folder, parts, links, home }: NonNullable<ReturnType<typeof environmentOf>>,
    inside: (path: string) => string,
    isProject: boolean,
  ): void {
    // A folder in the project is mounted separately, so the files created in it are not on the run's disk.
    if (isProject) this.#rooms.add(inside(`${folder}/`).slice(0, -1))
    for (const part of parts) this.#show(part, inside(part))
    for (const link of links)
      this.#links.set(inside(link), basename(link) === 'lib64' ? 'lib' : inside(realOf(link) ?? link))
    if (home === undefined || isSystemPlace(home)) return
    // Python searches for its library from the folder that the environment names, which can contain symlinks.
    for (const part of pythonParts(join(home, 'python'))) this.#show(realOf(part) ?? part, part)
  }

  #hops(start: string, real: string, inside: (path: string) => string): void {
    let here = start
    for (let count = 0; count < MOST_STEPS && here !== real; count++) {
      const place = inside(here)
      if (!isSystemPlace(place) && place !== real) this.#links.set(place, inside(real))
      if (!isLink(here)) break
      here = resolve(dirname(here), readlinkSync(here))
    }
  }

  /**
   * Collect the files that the program at a real path needs: libraries and language files of a compiled program, or the
   * interpreter of a script.
   */
  #content(at: string, real: string): void {
    const script = scriptOf(real)
    if (script) {
      this.start(script.interpreter)
      if (!isSystemPlace(real)) for (const part of packageOf(real, script.interpreter)) this.#show(part)
      return
    }
    if (isSystemPlace(real)) return
    if (real.startsWith('/nix/store/')) {
      // All files in the Nix store are world-readable by design, and a program names its libraries by their hashes.
      this.#show('/nix/store')
      return
    }
    const parts = this.#onDisk(at) === real ? [] : partsOf(real)
    for (const part of parts) this.#show(part)
    const searched = (this.#around.env['LD_LIBRARY_PATH'] ?? '')
      .split(':')
      .map((folder) => this.#onDisk(folder) ?? folder)
    for (const library of librariesOf([real, ...parts.flatMap(modulesOf)], searched))
      this.#show(realOf(library) ?? library, library)
  }

  #show(from: string, at = from): void {
    if (!isSystemPlace(at)) this.#shown.set(at, from)
  }
}
