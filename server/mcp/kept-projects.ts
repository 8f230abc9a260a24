import { join } from 'node:path'
import { WorkspaceChecker } from '#core/answer'
import { readFound } from '../engine/whole-file.ts'
import { readArguments, type Command } from '../cli/command.ts'
import { openDirectory, requireTree, type Directory } from '../cli/directory.ts'
import { projectFileName } from '../cli/project-file.ts'
import { argumentsOf, ioOf, type DeskSettings } from './calling.ts'

/** A project as questions about all of its items find it. */
interface KeptProject {
  readonly directory: Directory
  readonly checker: WorkspaceChecker
}

/** Projects whose files are remembered; the one that was asked about longest ago goes first. */
const mostKept = 4

/**
 * Projects as they were read for the last question about all of their items, so that the next one, such as the next page of an answer,
 * reads only what has changed. What a person is asked to approve never rests on them.
 */
export class KeptProjects {
  readonly #settings: DeskSettings
  readonly #kept = new Map<string, KeptProject>()

  constructor(settings: DeskSettings) {
    this.#settings = settings
  }

  /** A project with those options of a command that its rules depend on; its files are as they are now. */
  open(command: Command, project: string, words: readonly string[]): KeptProject {
    // Its own settings decide what the project is made of.
    const key = JSON.stringify([command.name, project, words, textOf(join(project, projectFileName))])
    const kept = this.#kept.get(key) ?? this.#opened(command, project, words)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    for (const [oldest] of this.#kept) if (this.#kept.size > mostKept) this.#kept.delete(oldest)
    kept.directory.workspace.refresh()
    requireTree(kept.directory)
    return kept
  }

  #opened(command: Command, project: string, words: readonly string[]): KeptProject {
    const given = readArguments(command, argumentsOf(command, project, words, this.#settings))
    const directory = openDirectory(given, ioOf(this.#settings))
    return { directory, checker: new WorkspaceChecker(directory.workspace) }
  }
}

/** The text of a file, or null; what is wrong with it is said by whoever reads it. */
function textOf(path: string): string | null {
  try {
    return readFound(path).toString('utf8')
  } catch {
    return null
  }
}
