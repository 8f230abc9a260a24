import { isRequest, type Plan } from '#core'
import type { Installation } from '../sandbox/command.ts'
import { installationOf, programIn } from '../sandbox/installations.ts'
import type { ExecutionPlan } from '../plan.ts'

/**
 * Interpreters that whoever started a local server has outside of what every run sees (nvm, pyenv, uv, an environment that is active).
 * They are found once, at start, on the starter's own PATH, and told then: no draft opens more of the machine than that.
 */
export class OwnInterpreters {
  /** Folders that runs of these interpreters can read. */
  readonly folders: readonly string[]
  readonly #programs = new Map<string, string>()
  readonly #home: string

  constructor({ path, home }: { readonly path: string; readonly home: string }, names: readonly string[]) {
    this.#home = home
    const folders = new Set<string>()
    for (const name of names) {
      const program = programIn(path, name)
      const installation = program === undefined ? undefined : this.#installationOf({ command: program, env: {} })
      if (program === undefined || !installation) continue
      this.#programs.set(name, program)
      for (const { from } of installation.folders) folders.add(from)
    }
    this.folders = [...folders]
  }

  /** Where the starter finds a program. */
  programOf(name: string): string | undefined {
    return this.#programs.get(name)
  }

  /** What the interpreter of a plan needs of this machine; undefined for every other program. */
  neededBy(plan: ExecutionPlan): Installation | undefined {
    if (isRequest(plan) || this.folders.length === 0) return undefined
    const needed = this.#installationOf(plan)
    return needed?.folders.every(({ from }) => this.folders.includes(from)) === true ? needed : undefined
  }

  /** Folders of this machine that runs of plans can read beside what every run can. */
  readBy(plans: readonly Plan[]): readonly string[] {
    return foldersOf(plans.map((plan) => this.neededBy(plan)))
  }

  // A server's runs have the files of a draft: nothing of the project is on this disk.
  #installationOf(plan: Parameters<typeof installationOf>[0]): Installation | undefined {
    return installationOf(plan, { onDisk: () => undefined, home: this.#home })
  }
}

/** The folders of this machine that installations lie in, each once. */
export function foldersOf(installations: readonly (Installation | undefined)[]): readonly string[] {
  return [...new Set(installations.flatMap((one) => one?.folders.map(({ from }) => from) ?? []))]
}
