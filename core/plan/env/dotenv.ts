import type { DotenvLineProblem } from '../../diagnostics/env-problems.ts'
import type { Diagnostic } from '../../diagnostics/facts.ts'
import { visible } from '../../text/visible.ts'
import type { Contributor } from '../provenance.ts'
import { sourcedText, type SourcedText } from '../template/sourced.ts'
import { leadingBlanks, pyStrip } from '../../read/value/strip.ts'

const dotenv: Contributor = { kind: 'dotenv' }

/** Matches a line without `=` that looks like a variable. */
const plainLine = /^(?:export\s+)?([A-Z_][A-Z0-9_]*)(?:\s*(:)\s*\S.*|\s+\S+)?$/

/** The reason why a name is probably a mistake. */
function nameProblem(key: string): DotenvLineProblem | undefined {
  if (/^export\s/i.test(key)) return 'export-command'
  if (/^set\s/i.test(key)) return 'set-command'
  if (/^\$env:/i.test(key)) return 'powershell'
  if (visible(key) !== key) return 'invisible'
  if (/\s/.test(key)) return 'blank'
  return /^[a-z_]\w*$/i.test(key) ? undefined : 'not-a-name'
}

/**
 * R6.2: reads `KEY=VALUE` lines and trims them. Quotes and inline `#` stay; `export X=` lines are ignored with a hint.
 */
export function readDotenv(
  path: string,
  text: string,
): { readonly values: ReadonlyMap<string, SourcedText>; readonly findings: readonly Diagnostic[] } {
  const values = new Map<string, SourcedText>()
  const findings: Diagnostic[] = []
  // Notepad and PowerShell begin a file with a byte order mark.
  let start = text.startsWith('\ufeff') ? 1 : 0
  for (const raw of text.slice(start).split('\n')) {
    const line = pyStrip(raw)
    const offset = start + leadingBlanks(raw)
    start += raw.length + 1
    const equals = line.indexOf('=')
    if (line === '' || line.startsWith('#')) continue
    const at = { path, start: offset, end: offset + line.length }
    const odd = (name: string, because: DotenvLineProblem): void =>
      void findings.push({ code: 'dotenv-line-odd', name, because, at })
    if (equals === -1) {
      const [, name, sign] = plainLine.exec(line) ?? []
      if (name !== undefined) odd(name, sign === ':' ? 'colon' : 'no-sign')
      continue
    }
    const key = pyStrip(line.slice(0, equals))
    const value = pyStrip(line.slice(equals + 1))
    if (key.startsWith('export '))
      findings.push({ code: 'dotenv-export', name: pyStrip(key.slice('export '.length)), at })
    else if (key !== '') {
      const problem =
        (line.includes('\0') ? 'null-character' : nameProblem(key)) ?? (values.has(key) ? 'duplicate' : undefined)
      const from = offset + equals + 1 + leadingBlanks(line.slice(equals + 1))
      const place = { path, start: from, end: from + value.length }
      if (problem) odd(visible(key), problem)
      else if (/^(["']).*\1$/.test(value)) findings.push({ code: 'dotenv-quoted', name: visible(key), at: place })
      values.set(key, sourcedText(value, dotenv, place, from))
    }
  }
  return { values, findings }
}
