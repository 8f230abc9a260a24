import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Contributor } from '../provenance.ts'
import { sourcedText, type SourcedText } from '../template/sourced.ts'
import { leadingBlanks, pyStrip } from '../../read/value/strip.ts'

const dotenv: Contributor = { kind: 'dotenv' }

/** R6.2: `KEY=VALUE` lines, trimmed; quotes and inline `#` stay; `export X=` lines are ignored with a hint. */
export function readDotenv(
  path: string,
  text: string,
): { readonly values: ReadonlyMap<string, SourcedText>; readonly findings: readonly Diagnostic[] } {
  const values = new Map<string, SourcedText>()
  const findings: Diagnostic[] = []
  let start = 0
  for (const raw of text.split('\n')) {
    const line = pyStrip(raw)
    const offset = start + leadingBlanks(raw)
    start += raw.length + 1
    const equals = line.indexOf('=')
    if (line === '' || line.startsWith('#') || equals === -1) continue
    const key = pyStrip(line.slice(0, equals))
    const value = pyStrip(line.slice(equals + 1))
    if (key.startsWith('export ')) {
      const at = { path, start: offset, end: offset + line.length }
      findings.push({ code: 'dotenv-export', name: pyStrip(key.slice('export '.length)), at })
    } else if (key !== '') {
      const from = offset + equals + 1 + leadingBlanks(line.slice(equals + 1))
      values.set(key, sourcedText(value, dotenv, { path, start: from, end: from + value.length }, from))
    }
  }
  return { values, findings }
}
