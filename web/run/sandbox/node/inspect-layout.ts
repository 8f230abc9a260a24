/** How Node breaks what it shows into lines: short things on one line, long arrays in columns, else an entry a line. */
export interface Page {
  readonly breakLength: number
  readonly compact: number
  indent: number
  /** The level that was entered last: how deep the entries go that are to be laid out. */
  deepest: number
}

export interface Frame {
  /** What stands before the opening brace, such as a function's name. */
  readonly base: string
  readonly open: string
  readonly close: string
  readonly level: number
  /** The array whose entries may stand in columns. */
  readonly grouped: readonly unknown[] | undefined
}

const separator = 2
const columnLimit = 15
const shownItems = 100

export function layOut(entries: readonly string[], frame: Frame, page: Page): string {
  const columns = frame.grouped !== undefined && entries.length > 6 ? inColumns(entries, frame.grouped, page) : entries
  const base = frame.base === '' ? '' : `${frame.base} `
  if (page.deepest - frame.level < page.compact && columns === entries) {
    const start = entries.length + page.indent + frame.open.length + frame.base.length + 10
    const total = entries.reduce((sum, entry) => sum + entry.length, entries.length + start)
    const joined = entries.join(', ')
    const fits = total <= page.breakLength && total - joined.length <= page.breakLength && !frame.base.includes('\n')
    if (fits && !joined.includes('\n')) return `${base}${frame.open} ${joined} ${frame.close}`
  }
  const line = `\n${' '.repeat(page.indent)}`
  return `${base}${frame.open}${line}  ${columns.join(`,${line}  `)}${line}${frame.close}`
}

/** The same entries as lines of columns, or the same array where they do not suit. */
function inColumns(entries: readonly string[], values: readonly unknown[], page: Page): readonly string[] {
  const count = entries.length - (entries.length > shownItems ? 1 : 0)
  const lengths = entries.slice(0, count).map((entry) => entry.length)
  const longest = Math.max(...lengths)
  const cell = longest + separator
  const total = lengths.reduce((sum, length) => sum + length + separator, 0)
  const suits = cell * 3 + page.indent < page.breakLength && (total / cell > 5 || longest <= 6)
  if (!suits) return entries
  const bias = Math.max(cell - 3 - Math.sqrt(cell - total / entries.length), 1)
  const square = Math.round(Math.sqrt(2.5 * bias * count) / bias)
  const columns = Math.min(square, Math.floor((page.breakLength - page.indent) / cell), page.compact * 4, columnLimit)
  if (columns <= 1) return entries
  const widths = Array.from({ length: columns }, (_, column) => {
    return Math.max(0, ...lengths.filter((_length, index) => index % columns === column)) + separator
  })
  const alignRight = entries.every((_, index) => typeof values[index] === 'number' || typeof values[index] === 'bigint')
  const rows: string[] = []
  for (let at = 0; at < count; at += columns) {
    const row = entries.slice(at, Math.min(at + columns, count))
    const cells = row.map((entry, index) => {
      const width = widths[index] ?? 0
      if (index === row.length - 1) return alignRight ? entry.padStart(width - separator) : entry
      return alignRight ? `${entry}, `.padStart(width) : `${entry}, `.padEnd(width)
    })
    rows.push(cells.join(''))
  }
  return [...rows, ...entries.slice(count)]
}
