import type { DiagnosticEntry } from '#core/answer'
import { join } from '../disk-paths.ts'
import { ProjectCheck } from '../project/check/check.ts'
import { FirstAnswer, openKept } from '../project/kept/kept-output.ts'
import { Reads } from '../project/kept/reads.ts'
import { requireTree, type Directory } from '../project/directory.ts'
import { projectFileName } from '../project/project-file.ts'
import { openProject } from '../project/project.ts'
import { readFound } from '../project/whole-file.ts'
import { optionsFor, type AgentSettings } from './agent-settings.ts'

/** A project, with cached state for questions about all items. */
export interface KeptProject {
  readonly directory: Directory
  readonly check: ProjectCheck
  readonly checked: FirstAnswer<CheckedProject>
  readonly items: FirstAnswer<readonly FoundItem[]>
}

/** An item that a search found, with its space, its file and its description. */
export interface FoundItem {
  readonly item_id: string
  readonly space: string
  readonly path: string
  readonly description: string
}

/**
 * The result of a project check: the number of items, the counts of findings and failed walks, and the findings with
 * their items.
 */
export interface CheckedProject {
  readonly items: number
  readonly errors: number
  readonly warnings: number
  readonly failed_walks: number
  readonly problems: readonly { readonly entry: DiagnosticEntry; readonly items: readonly string[] }[]
}

/** Maximum number of projects in memory; the least recently used is removed first. */
const mostKept = 4

/**
 * Projects that stay in memory between questions about all items. The next question, such as a request for the next
 * page, then reads only changed files. Approvals never use them.
 */
export class KeptProjects {
  readonly #settings: AgentSettings
  readonly #kept = new Map<string, KeptProject>()

  constructor(settings: AgentSettings) {
    this.#settings = settings
  }

  /** A project with up-to-date files, with strict rules or its own rules. */
  open(project: string, strict: boolean): KeptProject {
    // The project's settings determine which files belong to it.
    const key = JSON.stringify([project, strict, textOf(join(project, projectFileName))])
    const kept = this.#kept.get(key) ?? this.#opened(project, strict)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    for (const [oldest] of this.#kept) if (this.#kept.size > mostKept) this.#kept.delete(oldest)
    kept.directory.workspace.refresh()
    requireTree(kept.directory)
    return kept
  }

  #opened(project: string, strict: boolean): KeptProject {
    const { machine, options, roots } = this.#settings
    const reads = options.build === undefined ? undefined : new Reads()
    const { directory } = openProject({ ...optionsFor(project, this.#settings), ...(strict ? { strict } : {}), reads })
    // The roots decide which files an agent can read.
    const kept = (question: string) => openKept(machine, options.build, ['mcp', question, roots.folders], reads)
    return {
      directory,
      check: new ProjectCheck(directory),
      checked: new FirstAnswer(kept('check')),
      items: new FirstAnswer(kept('search')),
    }
  }
}

/** The text of a file, or null if it cannot be read; the reader of the file reports problems. */
function textOf(path: string): string | null {
  try {
    return readFound(path).toString('utf8')
  } catch {
    return null
  }
}
