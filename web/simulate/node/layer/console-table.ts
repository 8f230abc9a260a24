import extracted from 'node-inspect-extracted'
import { inspect } from './inspect.ts'
import { types } from './util-types.ts'

/** The number of terminal columns that a string takes. The types of the package omit this function. */
const { getStringWidth: widthOf } = extracted as unknown as { getStringWidth(text: string): number }

const indexName = '(index)'
const iterationName = '(iteration index)'
const keyName = 'Key'
const valuesName = 'Values'

/** The text of `console.table`; undefined if the data is not an object. */
export function tableOf(data: unknown, only: readonly string[] | undefined, options: object): string | undefined {
  if (data === null || typeof data !== 'object') return undefined
  const shown = (value: unknown): string => {
    const depth =
      value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 2 ? -1 : 0
    return inspect(value, { maxArrayLength: 3, breakLength: Infinity, ...options, depth })
  }
  if (types.isMap(data)) {
    const entries = [...(data as Map<unknown, unknown>)]
    return drawn(
      [iterationName, keyName, valuesName],
      [
        entries.map((_, at) => String(at)),
        entries.map(([key]) => shown(key)),
        entries.map(([, value]) => shown(value)),
      ],
    )
  }
  if (types.isSet(data) || types.isSetIterator(data) || types.isMapIterator(data)) {
    const items = [...(data as Iterable<unknown>)]
    return drawn([iterationName, valuesName], [items.map((_, at) => String(at)), items.map(shown)])
  }
  const rows = Object.keys(data)
  // Use an object, because Node also lists integer keys first.
  const columns = Object.create(null) as Record<string, string[]>
  const values: string[] = []
  rows.forEach((key, at) => {
    const item = (data as Record<string, unknown>)[key]
    const simple = item === null || (typeof item !== 'function' && typeof item !== 'object')
    if (simple && only === undefined) {
      values[at] = shown(item)
      return
    }
    const fields = only ?? Object.keys(item as object)
    for (const field of fields) {
      const column = (columns[field] ??= [])
      if (!simple && Object.hasOwn(item, field)) column[at] = shown((item as Record<string, unknown>)[field])
    }
  })
  const heads = [indexName, ...Object.keys(columns)]
  const cells = [rows, ...Object.values(columns)]
  if (values.length > 0) {
    heads.push(valuesName)
    cells.push(values)
  }
  return drawn(heads, cells)
}

function drawn(heads: readonly string[], columns: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...columns.map((column) => column.length))
  const cells = columns.map((column) => Array.from({ length: count }, (_, at) => column[at] ?? ''))
  const widths = heads.map((head, at) => Math.max(widthOf(head), ...(cells[at] ?? []).map((text) => widthOf(text))) + 2)
  const bar = widths.map((width) => '─'.repeat(width))
  const row = (texts: readonly string[]): string => {
    const padded = texts.map((text, at) => {
      return ` ${text}${' '.repeat((widths[at] ?? 0) - widthOf(text) - 1)}`
    })
    return `│${padded.join('│')}│`
  }
  const lines = Array.from({ length: count }, (_, at) => row(cells.map((column) => column[at] ?? '')))
  return [`┌${bar.join('┬')}┐`, row(heads), `├${bar.join('┼')}┤`, ...lines, `└${bar.join('┴')}┘`].join('\n')
}
