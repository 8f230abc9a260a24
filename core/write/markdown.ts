import { visible, visibleBut } from '../text/visible.ts'

/** Characters of a value in a table: what is longer is cut, and the cut can be seen. */
const longest = 400

/** A value as code in the cell of a table, whatever it contains: on one line, in one cell. */
export function code(text: string): string {
  // Parsers disagree whether the bar after two backslashes ends the cell.
  return codeInText(text).replaceAll('\\|', '\\u005c|').replaceAll('|', '\\|')
}

/** A value as code outside a table, whatever it contains: on one line. */
export function codeInText(text: string): string {
  const shown = visible(text)
  // Half of a pair is not text.
  const cut = shown.length > longest ? `${shown.slice(0, longest - 1).replace(/\p{Surrogate}$/u, '')}…` : shown
  if (cut === '') return '(empty)'
  const fence = '`'.repeat(longestRun(cut) + 1)
  // Markdown takes one space off each end of code that is not only spaces.
  const room = /^[` ]|[` ]$/.test(cut) && cut.trim() !== '' ? ' ' : ''
  return `${fence}${room}${cut}${room}${fence}`
}

/** Text that means nothing to Markdown. */
export function prose(text: string): string {
  return visible(text).replace(/[\\`*_<>[\]|#~&$]/g, (character) => `\\${character}`)
}

/** Several lines, each without anything hidden. */
export function block(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${visibleBut('\n', text.replace(/\n$/, ''))}\n${fence}`
}

/** A link to an address, which ends where it ends. */
export function linkTo(address: string, text: string): string {
  const kept = visible(address).replace(/[ ()<>\\]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return `[${prose(text)}](${kept})`
}

/** A table; cells are Markdown already. Empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
