import type { HttpSettings } from '../primitives/http-client.ts'
import type { Directory } from '../project/directory.ts'
import type { Machine, ProjectOptions } from '../project/options.ts'
import type { Limits } from '../sandbox/limits.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Roots } from './roots.ts'

/** Command lines for actions that need the user. Only the program that serves agents knows their syntax. */
export interface UserCommandLines {
  run(project: string, item_id: string, parameters: string): string
  sign(project: string, files: readonly string[]): string
  share(project: string, item_id: string, parameters: string, allowSecrets: readonly string[]): string
  updateLock(project: string, item_id: string): string
  confirmPolicy(project: string): string
}

/** The settings for agents' projects. The owner of the sandbox opens and closes it. */
export interface AgentSettings {
  readonly machine: Pick<Machine, 'cwd' | 'env' | 'now'>
  /** The folders that can contain projects and the targets of their links. */
  readonly roots: Roots
  /** The spaces and rules that the user set at startup; they apply to every call. */
  readonly options: ProjectOptions
  readonly lines: UserCommandLines
  readonly limits: Limits
  readonly http: HttpSettings
  sandbox(): Promise<Sandbox>
  close(): Promise<void>
}

/** The options of a project that an agent names: the user's options, with the permissions of an agent. */
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
