import type { HttpSettings } from '../primitives/http-client.ts'
import type { Directory } from '../project/directory.ts'
import type { Machine, ProjectOptions } from '../project/options.ts'
import type { Limits } from '../sandbox/limits.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Roots } from './roots.ts'

/** Lines that a person types to do what an agent may not do alone: how they are written is known to the program that serves agents. */
export interface PersonLines {
  run(project: string, item_id: string, parameters: string): string
  sign(project: string, files: readonly string[]): string
  share(project: string, item_id: string, parameters: string, allowSecrets: readonly string[]): string
  confirmPolicy(project: string): string
}

/** The settings for projects of agents; the owner of the sandbox opens it. */
export interface AgentSettings {
  readonly machine: Pick<Machine, 'cwd' | 'env' | 'now'>
  /** Where projects may lie, and what their links lead to. */
  readonly roots: Roots
  /** The spaces and rules that a person gave at the start: they hold for every call. */
  readonly options: ProjectOptions
  readonly lines: PersonLines
  readonly limits: Limits
  readonly http: HttpSettings
  sandbox(): Promise<Sandbox>
  close(): Promise<void>
}

/** How a project that an agent names is opened: with what the person gave, and the rights of an agent. */
export function optionsFor(project: string, { options, machine, roots }: AgentSettings): ProjectOptions {
  const { cwd, env } = machine
  const mayRead = (real: string): boolean => roots.contain(real)
  return { ...options, dir: project, machine: { cwd, env, now: () => machine.now(), mayRead } }
}

/** The folders of the spaces other than the project. */
export function spaceFolders({ onDisk, systems }: Directory): readonly string[] {
  const user = onDisk('/user')
  return [...(user === undefined ? [] : [user]), ...systems.map(({ folder }) => folder)]
}
