import type { FileTree } from '#core/input'
import { Refused } from './desk.ts'
import type { Roots } from './roots.ts'
import type { HttpSettings } from '../primitives/http-client.ts'
import type { Limits } from '../sandbox/limits.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { readArguments, type Command } from '../cli/command.ts'
import { openDirectory, requireTree, type Directory } from '../cli/directory.ts'
import { Trouble, UsageError, type Io } from '../cli/io.ts'

/** What runs of agents are made with; the sandbox is opened by whoever owns it. */
export interface DeskSettings {
  readonly io: Io
  /** Where projects may lie, and what their links lead to. */
  readonly roots: Roots
  /** Options of spaces and rules that a person gave at the start, by name and value: they hold for every call. */
  readonly options: readonly (readonly [name: string, value: string | undefined])[]
  readonly limits: Limits
  readonly http: HttpSettings
  sandbox(): Promise<Sandbox>
  close(): Promise<void>
}

/** What the command line says of a mistake is what an agent is told. */
export function refusing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw refusalOf(error)
  }
}

/** A mistake or a trouble of the command line, as an agent is told it; anything else is a bug. */
export function refusalOf(error: unknown): unknown {
  return error instanceof UsageError || error instanceof Trouble ? new Refused(error.what) : error
}

/** The arguments of a command on a project: those of the start that it knows, and those of the call. */
export function argumentsOf(
  command: Command,
  project: string,
  words: readonly string[],
  settings: DeskSettings,
): readonly string[] {
  const known = settings.options.filter(([name]) => Object.hasOwn(command.options, name))
  return [`--dir=${project}`, ...startWords(known), ...words]
}

/** The options of the start, as they are typed. */
export function startWords(options: DeskSettings['options']): readonly string[] {
  return options.map(([name, value]) => (value === undefined ? `--${name}` : `--${name}=${value}`))
}

/** The folders of a command on a project, which must hold an `.ai`; `files` puts something over those of the disk. */
export function opened(
  command: Command,
  project: string,
  settings: DeskSettings,
  files?: (below: FileTree) => FileTree,
): Directory {
  const given = readArguments(command, argumentsOf(command, project, [], settings))
  const directory = openDirectory(given, ioOf(settings), files === undefined ? {} : { files })
  requireTree(directory)
  return directory
}

/** What a command gets from outside: no person to ask, and no output. */
export function ioOf({ io, roots }: DeskSettings): Io {
  const { cwd, env, now, untilEnded } = io
  const mayRead = (real: string): boolean => roots.contain(real)
  return {
    out: () => undefined,
    err: () => undefined,
    input: () => '',
    mayRead,
    cwd,
    env,
    colors: false,
    now,
    untilEnded,
  }
}

/** The folders of the spaces beside the project. */
export function spaceFolders({ onDisk, systems }: Directory): readonly string[] {
  const user = onDisk('/user')
  return [...(user === undefined ? [] : [user]), ...systems.map(({ folder }) => folder)]
}
