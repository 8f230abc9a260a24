/** Lines of unchanged text around a change. */
const context = 3

/** Maximum number of compared pairs of lines. In larger files, the part between the first and last change is one change. */
const mostPairs = 4_000_000

/** A line of a diff: unchanged, removed or added. */
interface DiffLine {
  readonly mark: ' ' | '-' | '+'
  readonly line: string
}

/** The difference between two texts of a file in unified format; empty without a difference. */
export function unifiedDiff(name: string, before: string, after: string): string {
  if (before === after) return ''
  const lines = diffLines(linesOf(before), linesOf(after))
  return `--- a/${name}\n+++ b/${name}\n${hunksOf(lines).join('')}`
}

/** The lines of a text with their line ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let [end, last] = [before.length, after.length]
  while (end > start && last > start && before[end - 1] === after[last - 1]) [end, last] = [end - 1, last - 1]
  return [
    ...marked(' ', before.slice(0, start)),
    ...middleOf(before.slice(start, end), after.slice(start, last)),
    ...marked(' ', before.slice(end)),
  ]
}

function marked(mark: DiffLine['mark'], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((line) => ({ mark, line }))
}

/** The shortest difference, by the length of the longest common part of each pair of remainders. */
function middleOf(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const width = after.length + 1
  if (before.length * after.length > mostPairs) return [...marked('-', before), ...marked('+', after)]
  const common = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number): number => common[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      common[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      lines.push({ mark: ' ', line: before[row] ?? '' })
      row++
      column++
    } else if (column >= after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1)))
      lines.push({ mark: '-', line: before[row++] ?? '' })
    else lines.push({ mark: '+', line: after[column++] ?? '' })
  }
  return lines
}

/** The changed parts with their context. Parts whose context would touch are one. */
function hunksOf(lines: readonly DiffLine[]): readonly string[] {
  const changes = lines.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]))
  const ranges: { from: number; to: number }[] = []
  for (const index of changes) {
    const last = ranges.at(-1)
    if (last && index - context <= last.to) last.to = index + context + 1
    else ranges.push({ from: Math.max(0, index - context), to: index + context + 1 })
  }
  return ranges.map(({ from, to }) => hunkOf(lines, from, Math.min(to, lines.length)))
}

function hunkOf(lines: readonly DiffLine[], from: number, to: number): string {
  const part = lines.slice(from, to)
  const place = (without: DiffLine['mark']): string => {
    const count = part.filter(({ mark }) => mark !== without).length
    const first = lines.slice(0, from).filter(({ mark }) => mark !== without).length + (count === 0 ? 0 : 1)
    return `${first},${count}`
  }
  const body = part.map(({ mark, line }) =>
    line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`,
  )
  return `@@ -${place('+')} +${place('-')} @@\n${body.join('')}`
}
