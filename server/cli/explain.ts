import { visible } from '#core/text'
import type { CandidateTable, PlacedRange, ProvenanceEntry } from '#core/answer'
import type { Contributor, TemplateStep } from '#core/plan'
import { analysisOf, itemOptions } from './analyze.ts'
import type { Command, Arguments } from './command.ts'
import { explain, type Explained } from '../project/explain.ts'
import { requireTree, type Directory } from '../project/directory.ts'
import { directoryOptions } from './project-options.ts'
import { printJson, type Io } from './io.ts'
import { ReportedError } from '../project/reported-error.ts'
import { manualPage, pageText } from './manual.ts'
import { brief, paintFor, type Paint } from './paint.ts'

/** The source of one value in an analysis (R9.7), from the recorded merge; or the documentation page for a word. */
export const explainCommand: Command = {
  name: 'explain',
  words: '[WORD]',
  about: 'Explain the source of a value, or the meaning of a code, rule, key or term.',
  more:
    'With --item and --value: the source of a value, its location in a file, the values it overrides and its template substitutions. Without --value: all values. ' +
    'With a WORD such as chain-cycle, R6.1, child_constraints or anchor: its documentation page.',
  options: {
    ...itemOptions,
    value: {
      value: 'POINTER',
      about: 'JSON pointer into the output of analyze --json: /plan/args/0, /env/PATH, /resolved_config/a.',
    },
    places: {
      about: 'Show each searched location for each element of the chain, with its result and the reason.',
    },
    ...directoryOptions,
    json: { about: 'Print the result as JSON.' },
    'show-secrets': { about: 'Show secret values instead of fingerprints.' },
  },
  run(given, io) {
    if (given.words.length > 0) return explainWord(given, io)
    if (given.text('item') === undefined)
      throw new ReportedError('usage', 'Pass a code, rule, key or term, or --item for the values of an item.')
    const { analysis, project } = analysisOf(given, io)
    const { directory } = project
    // Check the folder first: in a wrong folder, every item would be missing.
    if (analysis.status === 'not_found') requireTree(directory)
    const value = given.text('value')
    if (given.flag('places')) {
      if (value !== undefined) throw new ReportedError('usage', 'Pass --places or --value, not both.')
      const tables = project.places(analysis)
      if (given.flag('json')) printJson(io, tables)
      else io.out(tables.map((table) => placesText(table, directory, paintFor(io))).join('\n'))
      return 0
    }
    const values = explain(analysis, { value }, directory)
    const entry = value === undefined ? undefined : values[value]
    if (given.flag('json')) printJson(io, entry ?? values)
    else if (value === undefined || !entry) io.out(listText(values))
    else io.out(`${entryText(value, entry, directory, paintFor(io))}\n`)
    return 0
  },
}

/** Print the page of a word. */
function explainWord(given: Arguments, io: Io): number {
  const [word = '', ...others] = given.words
  if (others.length > 0) throw new ReportedError('usage', 'explain takes one word. Pass a code, rule, key or term.')
  if (given.text('item') !== undefined) throw new ReportedError('usage', 'Pass a word or --item, not both.')
  const page = manualPage(word)
  if (given.flag('json')) printJson(io, page)
  else io.out(pageText(page, paintFor(io)))
  return 0
}

/** R1: one line for each place, in search order. */
function placesText({ item_id, named_by, candidates }: CandidateTable, directory: Directory, paint: Paint): string {
  const head = paint.strong(visible(item_id)) + (named_by === null ? '' : `, named by ${visible(named_by)}`)
  const rows = candidates.map(({ space, looked_in, path, verdict, because }) => {
    const place = path ?? looked_in
    const where = place === null ? 'built in' : visible(directory.shown(place))
    return `  ${verdict.replaceAll('-', ' ').padEnd(15)}  ${space}  ${where}  ${paint.faint(because)}\n`
  })
  return `${head}\n${rows.join('')}`
}

function listText(values: Explained): string {
  const rows = Object.entries(values)
  return rows
    .map(([pointer, { value, by }]) => `${visible(pointer)}  ${brief(value, 80)}  (${contributorText(by)})\n`)
    .join('')
}

function entryText(pointer: string, entry: ProvenanceEntry, directory: Directory, paint: Paint): string {
  const { value, by, at, beat, steps = [], secret } = entry
  const losers = beat.map(
    (one) => `${brief(one.value)}, by ${contributorText(one.by)}${placeText(one.at, directory)}: ${one.because}`,
  )
  return [
    `${paint.strong(visible(pointer))} = ${brief(value, 2000)}${secret ? ' (a secret, shown as its fingerprint)' : ''}`,
    `  set by ${contributorText(by)}${placeText(at, directory)}`,
    ...attempts(by).map((line) => `    ${line}`),
    ...losers.map((line) => `  overrides ${paint.faint(line)}`),
    ...steps.map((step) => `  ${stepText(step)}`),
  ].join('\n')
}

function placeText(at: PlacedRange | null, directory: Directory): string {
  return at === null ? '' : `, ${visible(directory.shown(at.path))}:${at.from.line}:${at.from.column}`
}

function attempts(by: Contributor): readonly string[] {
  if (by.kind !== 'interpreter') return []
  return by.tried.map(
    ({ tried, found, note }) =>
      `${found ? 'found' : 'not at'} ${visible(tried)}${note === undefined ? '' : ` (${note})`}`,
  )
}

function stepText({ pass, round, placeholder, replacement, from, quoted }: TemplateStep): string {
  const where = pass === 1 ? 'pass 1' : pass === 2 ? `pass 2, round ${round}` : 'by the primitive'
  const how = from === 'empty' ? 'nothing' : `${brief(replacement)}${from === 'default' ? ' (the default)' : ''}`
  return `${where}: ${visible(placeholder)} became ${how}${quoted ? ', quoted for a shell' : ''}`
}

/** The source of a value, in words. */
function contributorText(by: Contributor): string {
  switch (by.kind) {
    case 'element':
      return `${visible(by.item_id)} (${by.space}, element ${by.index + 1})`
    case 'interpreter':
      return `the interpreter search of ${visible(by.item_id)} (${by.space})`
    case 'anchor':
      return `the anchor of ${visible(by.item_id)} (${by.space})`
    case 'config':
      return `the ${by.space} tool config ${visible(by.path)}`
    case 'dotenv':
      return "the project's .env"
    case 'host':
      return "the machine's environment"
    case 'caller':
      return 'the caller'
    case 'schema-default':
      return "a default of the tool's config schema"
    case 'context':
      return `the run's context (${by.name})`
    case 'default':
      return 'an engine default'
  }
}
