import { join } from 'node:path'
import type { Plan } from '#core/answer'
import { isRequest } from '#core/rules'
import type { Installation } from '../sandbox/command.ts'
import { pathsOf, programAccess } from '../sandbox/installations.ts'
import { isProgram } from '../sandbox/programs/files.ts'
import type { ExecutionPlan } from '../plan.ts'

/**
 * Interpreters that the person who started a local server has outside of what every run sees (nvm, pyenv, uv, an environment that is
 * active). They are found once, at start, on that person's own PATH, and listed then: no draft opens more of the machine than that.
 */
export class OwnInterpreters {
  /** What runs of an interpreter can read, by its name. */
  readonly found: ReadonlyMap<string, { readonly program: string; readonly paths: readonly string[] }>
  readonly #paths: ReadonlySet<string>
  readonly #home: string

  constructor({ path, home }: { readonly path: string; readonly home: string }, names: readonly string[]) {
    this.#home = home
    this.found = new Map(
      names.flatMap((name) => {
        for (const program of programsIn(path, name)) {
          const { installation, problem } = this.#accessOf({ command: program, env: { PATH: path }, cwd: null })
          // What cannot be started is passed over, as by a run.
          if (problem !== undefined) continue
          return installation ? [[name, { program, paths: pathsOf([installation]) }] as const] : []
        }
        return []
      }),
    )
    this.#paths = new Set([...this.found.values()].flatMap(({ paths }) => paths))
  }

  /** Where the starter finds a program that not every run sees. */
  programOf(name: string): string | undefined {
    return this.found.get(name)?.program
  }

  /** What the interpreter of a plan needs of this machine; undefined for every other program. */
  neededBy(plan: ExecutionPlan): Installation | undefined {
    if (isRequest(plan) || this.#paths.size === 0) return undefined
    const { installation } = this.#accessOf(plan)
    return installation?.shown.every(({ from }) => this.#paths.has(from)) === true ? installation : undefined
  }

  /** Files and folders of this machine that runs of plans can read in addition to what every run can. */
  readBy(plans: readonly Plan[]): readonly string[] {
    return pathsOf(plans.map((plan) => this.neededBy(plan)))
  }

  // A server's runs have the files of a draft: nothing of the project is on this disk.
  #accessOf(plan: Parameters<typeof programAccess>[0]) {
    return programAccess(plan, { onDisk: () => undefined, home: this.#home })
  }
}

function programsIn(path: string, name: string): readonly string[] {
  return path
    .split(':')
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .filter(isProgram)
}
