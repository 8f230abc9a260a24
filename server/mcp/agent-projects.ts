import type { Analysis } from '#core/answer'
import type { Hypothesis } from '#core/impact'
import { fieldValue, itemKind } from '#core/read'
import { listItems } from '#core/resolve'
import type { DialectName } from '#core/rules'
import { formOf } from '../disk-paths.ts'
import { failedWalks } from '../project/check/check.ts'
import { requireItems } from '../project/check/selection.ts'
import { requireTree, type Directory } from '../project/directory.ts'
import { impact, uses, type FoundUses, type OtherWorld, type ShownImpact } from '../project/impact.ts'
import { migrateProject, type Migrated } from '../project/migrate.ts'
import { newToolFiles } from '../project/new-tool.ts'
import { openProject, type Project } from '../project/project.ts'
import { optionsFor, spaceFolders, type AgentSettings } from './agent-settings.ts'
import { KeptProjects, type CheckedProject, type FoundItem, type KeptProject } from './kept-projects.ts'

/** The projects that agents name, with the operations that the tools need. Item parameters are JSON text. */
export interface AgentProjects {
  readonly settings: AgentSettings
  analyze(project: string, item_id: string, parameters: string): Analysis
  check(project: string, glob: string | undefined, strict: boolean): CheckedProject
  /** The users of an item, a file or a variable. */
  uses(project: string, target: string): FoundUses
  /** The effects of a change, which is made only in memory, or of another world. */
  impact(project: string, change: Hypothesis | OtherWorld): ShownImpact
  /** The changes that the tools need for a newer dialect. Writes no files. */
  migrate(project: string, to: DialectName): Migrated
  search(project: string, words: readonly string[]): readonly FoundItem[]
  /** The template of a new tool: its files, and parameters to try it with. */
  begin(project: string, kind: string, item_id: string): ReturnType<typeof newToolFiles>
  /** The folders of the other spaces on disk. */
  spaces(project: string): readonly string[]
  close(): Promise<void>
}

/** The projects of agents, opened on demand. The operations throw a `ReportedError` for an invalid call. */
export function agentProjects(settings: AgentSettings): AgentProjects {
  const kept = new KeptProjects(settings)
  const opened = (project: string): Project => {
    const open = openProject(optionsFor(project, settings))
    requireTree(open.directory)
    return open
  }
  return {
    settings,
    analyze: (project, item_id, parameters) => opened(project).analyze({ item_id, parameters }),
    check: (project, glob, strict) => check(kept, project, glob, strict),
    uses: (project, target) => uses(kept.open(project, false).directory, target),
    impact: (project, change) => impact(kept.open(project, false).directory, optionsFor(project, settings), change),
    migrate: (project, to) =>
      migrateProject(kept.open(project, false).directory, optionsFor(project, settings), { to }),
    search: (project, words) => search(kept.open(project, false), words),
    begin(project, kind, item_id) {
      const { options, ...others } = settings
      const { user, dialect } = options
      const { directory } = openProject(optionsFor(project, { ...others, options: { user, dialect } }))
      requireTree(directory)
      return newToolFiles(
        { kind, item_id, parameters: 'name: string = "world"', space: 'project' },
        directory.workspace,
      )
    },
    spaces: (project) => spaceFolders(opened(project).directory),
    close: () => settings.close(),
  }
}

function check(kept: KeptProjects, project: string, glob: string | undefined, strict: boolean): CheckedProject {
  const { directory, check: run, checked } = kept.open(project, strict)
  const selection = { globs: glob === undefined ? [] : [glob] }
  requireItems(selection, directory)
  const compute = (): CheckedProject => {
    const { items, errors, warnings, problems, walks } = run.run(selection).report
    return { items: items.length, errors, warnings, failed_walks: failedWalks(walks).length, problems }
  }
  return glob === undefined ? checked.of(directory, () => true, compute) : compute()
}

/** Tools whose ID and description together contain every word; tools with all words in the ID are listed first. */
function search({ directory, items }: KeptProject, words: readonly string[]): readonly FoundItem[] {
  const wanted = words.map((word) => formOf(word).toLowerCase())
  const all = items.of(
    directory,
    () => true,
    () => toolsOf(directory),
  )
  const ranked = all.flatMap((item) => {
    const { item_id, description } = item
    const inId = wanted.every((word) => item_id.toLowerCase().includes(word))
    const inAll = wanted.every((word) => `${item_id} ${description}`.toLowerCase().includes(word))
    return inAll ? [{ rank: inId ? 0 : 1, item }] : []
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item)
}

function toolsOf({ workspace }: Directory): readonly FoundItem[] {
  return listItems(workspace).flatMap(({ item_id, space, path }) => {
    const metadata = workspace.metadata(path)
    if (metadata === undefined || itemKind(metadata) !== 'tool') return []
    const declared = fieldValue(metadata, 'tool_description')
    return [{ item_id, space, path, description: typeof declared === 'string' ? declared : '' }]
  })
}
