import {
  analysisReport,
  analyze,
  candidateTables,
  chainMarkdown,
  chainMermaid,
  chainSvg,
  parseJson,
  type Analysis,
} from '#core'
import type { Command, Given } from './command.ts'
import { directoryOptions, openDirectory, requireReadable, type Directory } from './directory.ts'
import { printJson, UsageError, type Io } from './io.ts'
import { paintFor } from './paint.ts'
import { analysisText } from './report.ts'

/** The options of every command that asks for one item. */
export const itemOptions = {
  item: { value: 'ID', about: 'The item: its path below .ai/tools without the extension.' },
  params: { value: 'JSON', about: "The caller's parameters, as one JSON object. {} if not given." },
} as const

const formats = ['text', 'json', 'markdown', 'chain', 'mermaid', 'svg'] as const

/** The same texts that the page gives out. */
const writers: Readonly<Record<'markdown' | 'chain' | 'mermaid' | 'svg', (of: Analysis, at: Directory) => string>> = {
  markdown: (analysis, { workspace }) => analysisReport(analysis, { places: candidateTables(workspace, analysis) }),
  chain: (analysis) => `${chainMarkdown(analysis)}\n`,
  mermaid: chainMermaid,
  svg: chainSvg,
}

/** The analysis document of one item of a real directory: the same that the page shows. */
export const analyzeCommand: Command = {
  name: 'analyze',
  about: 'Show what one item would do: its chain, the verdicts on it, the exact command, the problems.',
  more: 'Nothing is run and nothing is written. Exit code: 0 ready, 1 refused or not found, 2 not understood.',
  options: {
    ...itemOptions,
    ...directoryOptions,
    format: {
      value: 'FORM',
      choices: formats,
      about:
        'text, json (the same as --json), markdown (the whole answer, for an issue), or the chain as chain, mermaid or svg.',
    },
    json: { about: 'The whole analysis as one JSON document (core/README.md describes it).' },
    'show-secrets': { about: 'Secrets in trace and provenance as they are, not as fingerprints.' },
  },
  run(given, io) {
    const { analysis, directory } = analysisOf(given, io)
    const format = given.format(formats)
    if (format === 'json') printJson(io, analysis)
    else if (format === 'text') io.out(`${analysisText(analysis, directory, paintFor(io))}\n`)
    else io.out(writers[format](analysis, directory))
    return analysis.status === 'ready' ? 0 : 1
  },
}

/** The text of `--params`, or of what stands for it; what is no JSON object is not understood, whatever the item makes of parameters. */
export function parametersGiven(given: Given, text = given.text('params')): string | undefined {
  if (text === undefined || text.trim() === '') return text
  const parsed = parseJson(text)
  if (parsed.kind === 'invalid')
    throw new UsageError(`The parameters are no JSON: ${parsed.problem}, at character ${parsed.start + 1}.`)
  if (parsed.document.kind !== 'dict') throw new UsageError('The parameters are no JSON object.')
  return text
}

/** The analysis that the options of an item and a directory ask for. */
export function analysisOf(given: Given, io: Io, item_id = given.need('item')) {
  const directory = openDirectory(given, io)
  const request = { item_id, parameters: parametersGiven(given) ?? '{}' }
  const analysis = analyze(directory.workspace, request, { show_secrets: given.flag('show-secrets') })
  if (analysis.status === 'not_found') requireReadable(directory)
  return { analysis, directory }
}
