import { analyze } from '#core/answer'
import { fieldValue, itemKind } from '#core/read'
import { listItems } from '#core/resolve'
import { projectReport } from '#core/run'
import { commandLine } from '#core/text'
import type { Checked, Desk, FoundItem } from './desk.ts'
import { analyzeCommand } from '../cli/analyze.ts'
import { checkCommand } from '../cli/check/check.ts'
import { failedWalks } from '../cli/check/walks.ts'
import { requireItems, selectionOf } from '../cli/check/selection.ts'
import { InlineSuppressions } from '../cli/check/suppress.ts'
import { readArguments } from '../cli/command.ts'
import type { Directory } from '../cli/directory.ts'
import { levelled } from '../cli/levels.ts'
import { begunTool, newCommand } from '../cli/new.ts'
import { argumentsOf, ioOf, opened, refusing, spaceFolders, startWords, type DeskSettings } from './calling.ts'
import { KeptProjects } from './kept-projects.ts'
import { prepare } from './prepare-run.ts'
import { prepareShare } from './prepare-share.ts'
import { prepareSigning } from './prepare-signing.ts'

/** The command line as an agent uses it: each call is a command with its options, on the folder that the call names. */
export function cliDesk(settings: DeskSettings): Desk {
  const projects = new KeptProjects(settings)
  return {
    analyze: (project, item_id, parameters) =>
      refusing(() => {
        const { workspace } = opened(analyzeCommand, project, settings)
        return analyze(workspace, { item_id, parameters })
      }),
    check: (project, glob, strict) => refusing(() => check(projects, project, glob, strict, settings)),
    search: (project, words) => refusing(() => search(projects.open(checkCommand, project, []).directory, words)),
    prepare: (project, item_id, parameters) => refusing(() => prepare(project, item_id, parameters, settings)),
    begin: (project, kind, item_id) => refusing(() => begin(project, kind, item_id, settings)),
    prepareSigning: (project, files) => refusing(() => prepareSigning(project, files, settings)),
    prepareShare: (project, asked) => refusing(() => prepareShare(project, asked, settings)),
    spaces: (project) => refusing(() => spaceFolders(opened(analyzeCommand, project, settings))),
    confirmLine: (project) =>
      commandLine(['rye-chain', 'mcp', '--confirm-policy', `--root=${project}`, ...startWords(settings.options)]),
    close: () => settings.close(),
  }
}

function check(
  projects: KeptProjects,
  project: string,
  glob: string | undefined,
  strict: boolean,
  settings: DeskSettings,
): Checked {
  const rules = strict ? ['--strict'] : []
  const { directory, checker } = projects.open(checkCommand, project, rules)
  const words = [...rules, ...(glob === undefined ? [] : [`--item=${glob}`])]
  const given = readArguments(checkCommand, argumentsOf(checkCommand, project, words, settings))
  requireItems(given, directory)
  const io = ioOf(settings)
  const inline = new InlineSuppressions(directory, io)
  const { items, errors, warnings, problems, walks } = projectReport(directory.workspace, checker, {
    wanted: selectionOf(given, directory, io),
    level: (entry) => levelled(entry, directory.file),
    suppressed: (entry) => inline.allows(entry),
  })
  return { items: items.length, errors, warnings, failed_walks: failedWalks(walks).length, problems }
}

function begin(project: string, kind: string, item_id: string, settings: DeskSettings): ReturnType<Desk['begin']> {
  const { workspace } = opened(newCommand, project, settings)
  const made = begunTool({ kind, item_id, parameters: 'name: string = "world"', space: 'project' }, workspace)
  return { files: made.files, parameters: made.parameters }
}

/** Items of which id and description together have every word; those with all of them in the id come first. */
function search({ workspace }: Directory, words: readonly string[]): readonly FoundItem[] {
  const wanted = words.map((word) => word.toLowerCase())
  const ranked = listItems(workspace).flatMap(({ item_id, space, path }) => {
    const metadata = workspace.metadata(path)
    if (metadata === undefined || itemKind(metadata) !== 'tool') return []
    const said = fieldValue(metadata, 'tool_description')
    const description = typeof said === 'string' ? said : ''
    const inId = wanted.every((word) => item_id.toLowerCase().includes(word))
    const inAll = wanted.every((word) => `${item_id} ${description}`.toLowerCase().includes(word))
    return inAll ? [{ rank: inId ? 0 : 1, item: { item_id, space, path, description } }] : []
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item)
}
