import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Located } from '../located.ts'
import { findUnprintable } from './characters.ts'
import { Constructor } from './construct.ts'
import { parseYaml } from './parser.ts'
import { YamlProblem } from './problem.ts'

/** The result of reading a YAML file: its single document (null if empty), or the reasons why it cannot be read. */
export type YamlReading =
  | { readonly kind: 'document'; readonly document: Located | null; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]] }

/** Reads YAML like PyYAML's `safe_load`, with a place for every value (R2.3, R2.5). Never throws. */
export function readYaml(path: string, text: string): YamlReading {
  const unprintable = findUnprintable(text)
  if (unprintable >= 0) {
    const code = text.codePointAt(unprintable)?.toString(16).toUpperCase().padStart(4, '0')
    return invalid(path, new YamlProblem(`the character U+${code} is not allowed`, unprintable, unprintable + 1))
  }
  try {
    const root = parseYaml(text)
    if (!root) return { kind: 'document', document: null, diagnostics: [] }
    const constructor = new Constructor(path, text)
    const document = constructor.construct(root)
    return { kind: 'document', document, diagnostics: constructor.diagnostics }
  } catch (problem) {
    if (problem instanceof YamlProblem) return invalid(path, problem)
    throw problem
  }
}

function invalid(path: string, problem: YamlProblem): YamlReading {
  const at = { path, start: problem.start, end: problem.end }
  if (problem.limit) {
    const { name, most } = problem.limit
    return { kind: 'invalid', diagnostics: [{ code: 'yaml-limit', at, limit: name, most }] }
  }
  return { kind: 'invalid', diagnostics: [{ code: 'metadata-syntax', at, language: 'YAML', problem: problem.message }] }
}
