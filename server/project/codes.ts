import { severity, type DiagnosticCode } from '#core/diagnostics'
import { nearest } from '#core/text'

/** Whether a word is the code of a finding. */
export function isCode(word: string): word is DiagnosticCode {
  return Object.hasOwn(severity, word)
}

/** The message for a word where a code is expected. */
export function noCode(word: string): string {
  const [near] = nearest(word, Object.keys(severity))
  return `unknown code ${JSON.stringify(word)}${near === undefined ? '' : ` (did you mean ${near}?)`}`
}
