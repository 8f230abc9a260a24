import { severity, type DiagnosticCode } from '#core/diagnostics'
import { nearest } from '#core/text'

/** Whether a word is a diagnostic code. */
export function isCode(word: string): word is DiagnosticCode {
  return Object.hasOwn(severity, word)
}

/** The error message for a word that is not a diagnostic code. */
export function noCode(word: string): string {
  const [near] = nearest(word, Object.keys(severity))
  return `unknown code ${JSON.stringify(word)}${near === undefined ? '' : ` (did you mean ${near}?)`}`
}
