import type { WorkspaceSettings } from '../../workspace/workspace-settings.ts'
import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { severity } from '../../diagnostics/severity.ts'
import { testSettings } from '../workspace.ts'
import type { CodeEntries, CodeEntry } from './example.ts'
import { graphEntries } from './graphs.ts'
import { integrityEntries } from './integrity.ts'
import { readingEntries } from './reading.ts'
import { ruleEntries } from './rules.ts'
import { runningEntries } from './running.ts'

/** Every code has an entry, or this does not compile. */
export const codeEntries: CodeEntries = {
  ...readingEntries,
  ...ruleEntries,
  ...runningEntries,
  ...graphEntries,
  ...integrityEntries,
}

/** Every code, in the order of the pipeline. */
export const codes = Object.keys(codeEntries) as readonly DiagnosticCode[]

const longest = 140

/** The whole of `core/diagnostics/codes.md`. */
export function codesDocument(): string {
  const head = [
    '# Diagnostic codes',
    '',
    'What each code means, the smallest workspace that has it, and what to do. The rules are those of the semantics. Where an',
    'example says nothing else, the dialect is lillux, the search is scoped, the item is `t` and the parameters are `{}`. Each',
    'example is analysed by a test, and this file is made from the same table (`core/testing/diagnostics`).',
    '',
  ]
  return [...head, ...codes.flatMap((code) => section(code, codeEntries[code]))].join('\n')
}

function section(code: DiagnosticCode, entry: CodeEntry): readonly string[] {
  const lines = [
    `## ${code}`,
    '',
    `${capital(severity[code])}, ${entry.rule}. ${entry.what}`,
    '',
    `**Fix:** ${entry.fix}`,
    '',
  ]
  const asked = questionOf(entry)
  const text = exampleOf(entry)
  if (asked !== '') lines.push(asked, '')
  if (text !== '') lines.push('```text', text, '```', '')
  return lines
}

function questionOf({ item, parameters, settings, note }: CodeEntry): string {
  const parts = [
    ...(item === undefined ? [] : [`Item \`${item}\`.`]),
    ...(parameters === undefined ? [] : [`Parameters \`${parameters}\`.`]),
    ...settingsOf(settings ?? {}),
    ...(note === undefined ? [] : [note]),
  ]
  return parts.join(' ')
}

function settingsOf(settings: Partial<WorkspaceSettings>): readonly string[] {
  return [
    ...(settings.search === undefined ? [] : [`Search ${settings.search}.`]),
    ...(settings.dialect === undefined ? [] : [`Dialect ${settings.dialect}.`]),
    ...(settings.dev_mode === undefined ? [] : [settings.dev_mode ? 'Dev mode.' : 'Without dev mode.']),
  ]
}

function exampleOf({ files }: CodeEntry): string {
  const parts = Object.entries(files.files).map(([path, text]) => {
    const shown = String(text).trimEnd().split('\n').map(shortened).join('\n')
    return shown === '' ? `=== ${shortPath(path)}` : `=== ${shortPath(path)}\n${shown}`
  })
  return parts.join('\n')
}

function shortPath(path: string): string {
  const { project, user, systems } = testSettings
  const known = [project, user, ...systems.map(({ root }) => root)].some((root) => path.startsWith(`${root}/`))
  return known ? path.slice(1).replace('/.ai/', '/') : path
}

function shortened(line: string): string {
  return line.length > longest ? `${line.slice(0, longest)}...` : line
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
