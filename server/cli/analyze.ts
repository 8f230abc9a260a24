import type { Analysis } from '#core/answer'
import { parseJson } from '#core/read'
import { analysisReport, chainMarkdown, chainMermaid, chainSvg } from '#core/write'
import type { Command, Arguments } from './command.ts'
import { requireReadable, type Directory } from '../project/directory.ts'
import { openProject, type Project } from '../project/project.ts'
import { directoryOptions, projectOptions } from './project-options.ts'
import { itemNamed } from '../project/item.ts'
import { printJson, type Io } from './io.ts'
import { ReportedError } from '../project/reported-error.ts'
import { paintFor } from './paint.ts'
import { analysisText } from './report.ts'

/** The options of every command that takes one item. */
export const itemOptions = {
  item: { value: 'ID', about: 'The item ID: its path in .ai/tools, without the extension.' },
  params: { value: 'JSON', about: 'The parameters, as one JSON object. Default: {}.' },
} as const

const formats = ['text', 'json', 'markdown', 'chain', 'mermaid', 'svg'] as const

/** The formats that the page can also export. */
const writers: Readonly<Record<'markdown' | 'chain' | 'mermaid' | 'svg', (of: Analysis, project: Project) => string>> =
  {
    markdown: (analysis, project) => analysisReport(analysis, { places: project.places(analysis) }),
    chain: (analysis) => `${chainMarkdown(analysis)}\n`,
    mermaid: chainMermaid,
    svg: chainSvg,
  }

/** The analysis document of one item in a real directory: the same document that the page shows. */
export const analyzeCommand: Command = {
  name: 'analyze',
  words: '[ITEM]',
  about: 'Show how an item would run: its chain, the result of each check, the exact command and the problems.',
  more: 'ITEM is an item ID or the path of its file. Does not run the item or write files. Exit code: 0 ready, 1 refused or not found, 2 wrong usage.',
  options: {
    ...itemOptions,
    ...directoryOptions,
    format: {
      value: 'FORM',
      choices: formats,
      about:
        'Output format. json (the same as --json) contains the whole analysis; text and markdown (for an issue) contain its main parts; chain, mermaid and svg contain only the chain.',
    },
    json: {
      about:
        'Print the whole analysis as one JSON document, with the features of the tool that a simulation does not support. core/README.md in the repository describes its fields.',
    },
    'show-secrets': { about: 'Show secret values in trace and provenance instead of fingerprints.' },
  },
  run(given, io) {
    const { analysis, project } = analysisOf(given, io, given.words)
    const format = given.format(formats)
    if (format === 'json') printJson(io, { ...analysis, simulation: project.simulation(analysis) })
    else if (format === 'text') io.out(`${analysisText(analysis, project.directory, paintFor(io))}\n`)
    else io.out(writers[format](analysis, project))
    return analysis.status === 'ready' ? 0 : 1
  },
}

/**
 * The given parameters: the text of `--params`, or `text` instead; undefined without either.
 * @throws ReportedError if the text is neither blank nor a JSON object.
 */
export function parametersGiven(given: Arguments, text = given.text('params')): string | undefined {
  if (text === undefined || text.trim() === '') return text
  const parsed = parseJson(text)
  if (parsed.kind === 'invalid')
    throw new ReportedError(
      'usage',
      `\`--params\` is not valid JSON: ${parsed.problem}, at character ${parsed.start + 1}.`,
    )
  if (parsed.document.kind !== 'dict') throw new ReportedError('usage', '`--params` is not a JSON object.')
  return text
}

/**
 * A command's item, as an ID or as the path of its file: from `words`, otherwise from `--item`.
 *
 * @throws ReportedError if there are two items or none, or if the file is not an item.
 */
export function itemGiven(given: Arguments, directory: Directory, words: readonly string[] = []): string {
  const [word = given.text('item'), ...more] = words
  if (more.length > 0 || (words.length > 0 && given.text('item') !== undefined))
    throw new ReportedError('usage', `${given.name} takes one item. Pass ITEM or --item once.`)
  if (word === undefined)
    throw new ReportedError('usage', 'Pass ITEM, an item ID or the path of its file. For all items: rye-chain list')
  return itemNamed(word, directory)
}

/** The analysis of the given item, with its project. `itemGiven` describes `words`. */
export function analysisOf(given: Arguments, io: Io, words: readonly string[] = []) {
  const project = openProject(projectOptions(given, io))
  const call = { item_id: itemGiven(given, project.directory, words), parameters: parametersGiven(given) ?? '{}' }
  const analysis = project.analyze(call, { showSecrets: given.flag('show-secrets') })
  if (analysis.status === 'not_found') requireReadable(project.directory)
  return { analysis, project }
}
