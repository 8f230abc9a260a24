/** One measured figure of the bench, with its limit and its method. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The maximum value, or the minimum if `atLeast` is set; undefined without a limit. */
  readonly bar?: number
  readonly atLeast?: boolean
  readonly how: string
}

/** The figures under one heading. */
export interface Section {
  readonly title: string
  readonly figures: readonly Figure[]
}

/** Whether a figure is within its limit; undefined if it has no limit. */
export function keepsBar({ value, bar, atLeast }: Figure): boolean | undefined {
  if (bar === undefined) return undefined
  return atLeast === true ? value >= bar : value <= bar
}

/** A section as a table `what | bar | measured`, followed by the methods of the figures, each listed once. */
export function tableOf({ title, figures }: Section): string {
  const ways = [...new Set(figures.map(({ how }) => how))]
  const rows = figures.map((figure) => [
    figure.what,
    barText(figure),
    `${measuredText(figure)} [${ways.indexOf(figure.how) + 1}]`,
  ])
  const head = ['what', 'bar', 'measured']
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  const notes = ways.map((way, index) => `[${index + 1}] ${way}`)
  return [`## ${title}`, '', line(head), rule, ...rows.map(line), '', ...notes, ''].join('\n')
}

/** The value with its unit, and whether it is outside its limit. */
export function measuredText(figure: Figure): string {
  return `${amount(figure.value)} ${figure.unit}${keepsBar(figure) === false ? ' (missed)' : ''}`
}

/** The limit as an inequality; empty if there is none. */
export function barText({ bar, atLeast, unit }: Figure): string {
  return bar === undefined ? '' : `${atLeast === true ? '>=' : '<='} ${amount(bar)} ${unit}`
}

function amount(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** The value that this share of the samples does not exceed. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The duration of work, in milliseconds. */
export function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** The processor time of work, in milliseconds. Other programs affect it less than the elapsed time. */
export function worked(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
