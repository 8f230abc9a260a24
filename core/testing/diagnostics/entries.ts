import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { severity } from '../../diagnostics/severity.ts'
import { testSettings } from '../workspace.ts'
import type { CodeEntries, CodeEntry } from './example.ts'
import { graphEntries } from './graphs.ts'
import { integrityEntries } from './integrity.ts'
import { planningEntries } from './planning.ts'
import { readingEntries } from './reading.ts'
import { ruleEntries } from './rules.ts'
import { surroundingEntries } from './surroundings.ts'

/** An entry for every code. A missing code does not compile. */
export const codeEntries: CodeEntries = {
  ...readingEntries,
  ...ruleEntries,
  ...surroundingEntries,
  ...planningEntries,
  ...graphEntries,
  ...integrityEntries,
}

/** Every code, in the order of the pipeline. */
export const codes = Object.keys(codeEntries) as readonly DiagnosticCode[]

const longest = 140

/** The message and hint of a code. */
export interface Said {
  readonly message: string
  readonly hint: string
}

/** The text of `docs/reference/problems.md`. `said` returns message and hint for the example of a code. */
export function codesDocument(said: (code: DiagnosticCode) => Said): string {
  const head = [
    '# Problems',
    '',
    'This page lists every problem that the engine reports, with its code, its meaning, an example message, and the fix. A test analyzes the examples.',
    '`npm run docs` generates this page.',
    '',
  ]
  return [...head, ...codes.flatMap((code) => section(code, codeEntries[code], said(code)))].join('\n')
}

function section(code: DiagnosticCode, entry: CodeEntry, { message, hint }: Said): readonly string[] {
  const lines = [
    `## ${code}`,
    '',
    `${capital(severity[code])}, ${entry.rule.replaceAll(' ', ', ')}. ${entry.what}`,
    '',
    `**Message:** ${asText(message)}`,
    '',
    ...(hint === '' ? [] : [`**Hint:** ${asText(hint)}`, '']),
    `**Fix:** ${entry.fix}`,
    '',
  ]
  if (opensInPage(entry)) return [...lines, '```example', ...questionOf(code, entry), '', exampleOf(entry), '```', '']
  const text = exampleOf(entry)
  if (entry.note !== undefined) lines.push(entry.note, '')
  if (text !== '') lines.push('```text', text, '```', '')
  return lines
}

/** A message or hint on one line, cut after 400 characters. */
function asText(sentence: string): string {
  const line = sentence.replace(/\s+/g, ' ')
  return line.length > 400 ? `${line.slice(0, 400)}...` : line
}

/**
 * Whether an example opens as a draft: it has only text files of project and user, all shown in full, and only settings
 * that a draft has.
 */
function opensInPage(entry: CodeEntry): boolean {
  const { files, bytes, links, options, only, settings = {} } = entry
  if (bytes ?? links ?? options ?? only) return false
  const known = ['dialect', 'search', 'dev_mode']
  const drafts = Object.entries(files.files).every(
    ([path, text]) =>
      /^\/(?:project|user)\//.test(path) &&
      String(text)
        .split('\n')
        .every((line) => line.length <= longest * 4),
  )
  return drafts && Object.keys(files.files).length > 0 && Object.keys(settings).every((name) => known.includes(name))
}

function questionOf(code: DiagnosticCode, { item = 't', parameters, settings = {} }: CodeEntry): readonly string[] {
  return [
    `item: ${item}`,
    ...(parameters === undefined ? [] : [`parameters: ${parameters}`]),
    ...(settings.search === undefined ? [] : [`search: ${settings.search}`]),
    ...(settings.dialect === undefined ? [] : [`dialect: ${settings.dialect}`]),
    ...(settings.dev_mode === undefined ? [] : [`dev_mode: ${settings.dev_mode}`]),
    `code: ${code}`,
  ]
}

function exampleOf(entry: CodeEntry): string {
  const whole = opensInPage(entry)
  const parts = Object.entries(entry.files.files).map(([path, text]) => {
    const lines = String(text).trimEnd().split('\n')
    const shown = (whole ? lines : lines.map(shortened)).join('\n')
    return shown === '' ? `=== ${shortPath(path)}` : `=== ${shortPath(path)}\n${shown}`
  })
  return parts.join('\n')
}

function shortPath(path: string): string {
  const { project, user, systems } = testSettings
  const known = [project, user, ...systems.map(({ root }) => root)].some((root) => path.startsWith(`${root}/`))
  return known ? path.slice(1).replace(/\/\.ai\/(?=(?:tools|config|lockfiles)\/)/, '/') : path
}

function shortened(line: string): string {
  return line.length > longest ? `${line.slice(0, longest)}...` : line
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
