import { visible, visibleBut } from '../text/visible.ts'

/** Maximum number of characters of a value as code. A longer value is cut, with a visible mark. */
const longest = 400

/** Any value as code in a table cell, on one line. */
export function code(text: string): string {
  // Parsers disagree on whether a bar after two backslashes ends the cell.
  return codeInText(text).replaceAll('\\|', '\\u005c|').replaceAll('|', '\\|')
}

/** Any value as code on one line outside a table; `(empty)` for an empty string. */
export function codeInText(text: string): string {
  const shown = visible(text)
  // Half of a surrogate pair is not valid text, so a split pair is removed.
  const cut = shown.length > longest ? `${shown.slice(0, longest - 1).replace(/\p{Surrogate}$/u, '')}…` : shown
  if (cut === '') return '(empty)'
  const fence = '`'.repeat(longestRun(cut) + 1)
  // Markdown removes one space from each end of code, unless the code contains only spaces.
  const room = /^[` ]|[` ]$/.test(cut) && cut.trim() !== '' ? ' ' : ''
  return `${fence}${room}${cut}${room}${fence}`
}

/** The string with the characters escaped that Markdown formats inside a line. */
export function prose(text: string): string {
  return visible(text).replace(/[\\`*_<>[\]|#~&$]/g, (character) => `\\${character}`)
}

/** A code block with invisible characters escaped. */
export function block(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${visibleBut('\n', text.replace(/\n$/, ''))}\n${fence}`
}

/** A link to an address. Characters that would end the link early are escaped. */
export function linkTo(address: string, text: string): string {
  const kept = visible(address).replace(/[ ()<>\\]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return `[${prose(text)}](${kept})`
}

/** A table whose cells are already Markdown; an empty string without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
