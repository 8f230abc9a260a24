import type { Parts } from '../../parts.ts'
import { parseJson } from '../json.ts'
import { parseJavaScript } from '../javascript/javascript.ts'
import { anySpellings, codeSpellings } from './names.ts'

/** A metadata name in a file whose format has no metadata. */
export interface DeclaredName {
  readonly name: string
  readonly start: number
  readonly end: number
}

/**
 * Metadata names in a file whose extension has no metadata (R2.2, R2.6): keys of JSON and TOML, and variables of
 * JavaScript in a dialect that does not read JavaScript. Empty if all of them are common words.
 */
export function findDeclaredNames(text: string, extension: string, parts: Parts): readonly DeclaredName[] {
  const found = namesIn(text, extension, parts)
  return found.some(({ name }) => !common.has(name)) ? found : []
}

// Common configuration words, which alone do not suggest that a file is a tool.
const common: ReadonlySet<string> = new Set(['version', 'category', 'config', 'anchor', 'inputs', 'outputs'])

function namesIn(text: string, extension: string, parts: Parts): readonly DeclaredName[] {
  switch (extension) {
    case '.json':
      return jsonNames(text)
    case '.toml':
      return tomlNames(text)
    case '.js':
    case '.ts':
    case '.mjs':
    case '.cjs':
      return jsNames(text, extension, parts)
    default:
      return []
  }
}

function jsonNames(text: string): readonly DeclaredName[] {
  const parse = parseJson(text, { nonFinite: true })
  if (parse.kind === 'invalid' || parse.document.kind !== 'dict') return []
  const names: DeclaredName[] = []
  for (const [name, { keyStart, keyEnd }] of parse.document.entries) {
    if (typeof name === 'string' && anySpellings.has(name)) names.push({ name, start: keyStart, end: keyEnd })
  }
  return names
}

const tomlLine = /^[ \t]*(?:(\[)[ \t]*)?(?:"(\w+)"|'(\w+)'|(\w+))[ \t]*[.=\]]/dgm
const tomlText = /"""[^]*?"""|'''[^]*?'''/g

/** The metadata names among the keys before the first table and the names of tables. */
function tomlNames(text: string): readonly DeclaredName[] {
  // Multi-line strings can contain text that looks like keys. Spaces replace them, which preserves offsets.
  const bare = text.replace(tomlText, (multiLine) => ' '.repeat(multiLine.length))
  const names: DeclaredName[] = []
  let inTable = false
  for (const { 1: bracket, indices, ...match } of bare.matchAll(tomlLine)) {
    inTable ||= bracket !== undefined
    const group = [2, 3, 4].find((index) => match[index] !== undefined) ?? 0
    const name = match[group]
    const place = indices?.[group]
    if (name === undefined || !place || !anySpellings.has(name) || (inTable && bracket === undefined)) continue
    names.push({ name, start: place[0], end: place[1] })
  }
  return names
}

function jsNames(text: string, extension: string, parts: Parts): readonly DeclaredName[] {
  const parse = parseJavaScript(text, extension, parts)
  if (parse.kind !== 'parsed') return []
  return [...parse.literals, ...parse.ignored]
    .filter(({ name }) => codeSpellings.has(name))
    .map(({ name, nameStart, nameEnd }) => ({ name, start: nameStart, end: nameEnd }))
    .sort((a, b) => a.start - b.start)
}
