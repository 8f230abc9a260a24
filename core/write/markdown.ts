import { visible } from '../text/visible.ts'

/** Characters of a value in a table: what is longer is cut, and the cut can be seen. */
const longest = 400

/** A value as code, whatever it holds: in a table, on one line. */
export function code(text: string): string {
  const shown = visible(text)
  const cut = shown.length > longest ? `${shown.slice(0, longest - 1)}…` : shown
  if (cut === '') return '(empty)'
  const fence = '`'.repeat(longestRun(cut) + 1)
  const room = cut.startsWith('`') || cut.endsWith('`') ? ' ' : ''
  return `${fence}${room}${cut.replaceAll('|', '\\|')}${room}${fence}`
}

/** Text that means nothing to Markdown. */
export function prose(text: string): string {
  return visible(text).replace(/[\\`*_<>[\]|#~]/g, (character) => `\\${character}`)
}

/** Several lines as they are. */
export function block(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** A table; cells are Markdown already. Nothing where it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
