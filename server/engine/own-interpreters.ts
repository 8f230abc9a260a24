import type { Plan } from '#core/answer'
import { isRequest } from '#core/rules'
import { delimiter, isAbsolute, join } from '../disk-paths.ts'
import type { Installation } from '../sandbox/command.ts'
import { pathsOf, programAccess } from '../sandbox/installations.ts'
import { isProgram } from '../sandbox/programs/files.ts'
import type { ExecutionPlan } from '../plan.ts'

/**
 * A user's own interpreters (nvm, pyenv, uv, an active environment), which runs do not see by default. A local server
 * finds them once, at startup, in the `PATH` of the user who started it. The list never changes, so a draft cannot
 * reach other files of the machine.
 */
export class OwnInterpreters {
  /** The files that runs of an interpreter can read, by interpreter name. */
  readonly found: ReadonlyMap<string, { readonly program: string; readonly paths: readonly string[] }>
  readonly #paths: ReadonlySet<string>
  readonly #home: string

  constructor({ path, home }: { readonly path: string; readonly home: string }, names: readonly string[]) {
    this.#home = home
    this.found = new Map(
      names.flatMap((name) => {
        for (const program of programsIn(path, name)) {
          const { installation, problem } = this.#accessOf({ command: program, env: { PATH: path }, cwd: null })
          // Skip files that cannot be started, because a run skips them too.
          if (problem !== undefined) continue
          return installation ? [[name, { program, paths: pathsOf([installation]) }] as const] : []
        }
        return []
      }),
    )
    this.#paths = new Set([...this.found.values()].flatMap(({ paths }) => paths))
  }

  /** The path of the user's program, if a run does not see it by default. */
  programOf(name: string): string | undefined {
    return this.found.get(name)?.program
  }

  /**
   * The files on this machine that a plan's interpreter needs; undefined unless it is one of the found
   * interpreters.
   */
  neededBy(plan: ExecutionPlan): Installation | undefined {
    if (isRequest(plan) || this.#paths.size === 0) return undefined
    const { installation } = this.#accessOf(plan)
    return installation?.shown.every(({ from }) => this.#paths.has(from)) === true ? installation : undefined
  }

  /** Files and folders of this machine that these plans' runs can read in addition to those that every run can read. */
  readBy(plans: readonly Plan[]): readonly string[] {
    return pathsOf(plans.map((plan) => this.neededBy(plan)))
  }

  // Server runs use the files of a draft, so no path is on this disk.
  #accessOf(plan: Parameters<typeof programAccess>[0]) {
    return programAccess(plan, { onDisk: () => undefined, home: this.#home })
  }
}

function programsIn(path: string, name: string): readonly string[] {
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .filter(isProgram)
}
