import { contributorText, type Difference } from '#core/answer'
import { counted, visible } from '#core/text'
import { brief, type Paint } from '../paint.ts'
import type { ChangedItem, Comparison } from '../../project/diff/comparison.ts'
import type { Side } from '../../project/diff/side.ts'

type Origin = Difference['beforeBy']

/** The two sides of a comparison. */
export interface Sides {
  readonly before: Side
  readonly after: Side
}

/** A comparison as text: for each item, the old and the new values with their sources. */
export function comparisonText({ compared, items }: Comparison, sides: Sides, paint: Paint): string {
  const count = `${counted(compared, 'item')} compared`
  const verdict =
    items.length === 0
      ? paint.good(`${count}, no difference`)
      : `${count}, ${counted(items.length, 'differs', 'differ')}`
  return [...items.flatMap((item) => [...itemLines(item, sides, paint), '']), `${verdict}\n`].join('\n')
}

function itemLines({ item_id, change, differences }: ChangedItem, sides: Sides, paint: Paint): readonly string[] {
  const title = paint.strong(visible(item_id))
  if (change === 'added') return [`${title}: ${paint.good('only')} in ${visible(sides.after.name)}`]
  if (change === 'removed') return [`${title}: ${paint.bad('only')} in ${visible(sides.before.name)}`]
  return [title, ...differences.flatMap((difference) => differenceLines(difference, sides, paint))]
}

function differenceLines(difference: Difference, { before, after }: Sides, paint: Paint): readonly string[] {
  const { what, before: was, after: is, beforeBy, afterBy } = difference
  return [
    `  ${visible(what)}`,
    ...(was === undefined ? [] : [`    ${paint.bad(`- ${brief(was)}`)}${origin(beforeBy, before, paint)}`]),
    ...(is === undefined ? [] : [`    ${paint.good(`+ ${brief(is)}`)}${origin(afterBy, after, paint)}`]),
  ]
}

function origin(from: Origin, { shown }: Side, paint: Paint): string {
  if (!from) return ''
  const place = from.at === null ? '' : `, ${shown(from.at.path)}:${from.at.from.line}:${from.at.from.column}`
  return `  ${paint.faint(visible(`(${contributorText(from.by)}${place})`))}`
}

/** A comparison as a document, in which missing values are null and paths are workspace paths. */
export function comparisonDocument({ compared, items }: Comparison, { before, after }: Sides): object {
  return {
    format: 1,
    before: { kind: before.kind, name: before.name },
    after: { kind: after.kind, name: after.name },
    compared,
    items: items.map(({ item_id, change, differences }) => ({
      item_id,
      change,
      differences: differences.map((one) => ({
        what: one.what,
        pointer: one.pointer ?? null,
        before: one.before ?? null,
        after: one.after ?? null,
        before_by: originDocument(one.beforeBy),
        after_by: originDocument(one.afterBy),
      })),
    })),
  }
}

function originDocument(from: Origin): object | null {
  return from ? { by: from.by, at: from.at } : null
}
