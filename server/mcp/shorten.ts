import { mappingOf, jsonParts, type JsonValue } from '#core/read'
import { partOf, type Facts } from './fence.ts'

/** Limits of a shortened value: characters in a string, items in a list, names in an object, and depth. */
export interface Cut {
  readonly text: number
  readonly items: number
  readonly names: number
  readonly depth: number
}

/** The cuts from the mildest to the strictest. */
export const cuts: readonly [Cut, ...Cut[]] = [
  { text: 1_500, items: 30, names: 60, depth: 12 },
  { text: 800, items: 15, names: 40, depth: 10 },
  { text: 400, items: 8, names: 30, depth: 8 },
  { text: 200, items: 5, names: 24, depth: 6 },
  { text: 100, items: 3, names: 16, depth: 5 },
  { text: 60, items: 2, names: 12, depth: 4 },
  { text: 40, items: 1, names: 8, depth: 3 },
]

/** Shorten all parts of an object that exceed a cut; `…` marks each shortened part. */
export function shortenedFacts(facts: Facts, cut: Cut): Facts {
  return Object.fromEntries(shortEntries(Object.entries(facts), cut))
}

type Entries = readonly (readonly [string, JsonValue])[]

function shortEntries(entries: Entries, cut: Cut): Entries {
  const kept = entries
    .slice(0, cut.names)
    .map(([name, value]) => [shortText(name, cut), shortened(value, cut)] as const)
  const left = entries.length - kept.length
  return left === 0 ? kept : [...kept, ['…', `${left} more names`] as const]
}

/** Shorten a value like `shortenedFacts`. */
export function shortened(value: JsonValue, cut: Cut): JsonValue {
  const parts = jsonParts(value)
  if (parts.kind === 'leaf') return typeof parts.value === 'string' ? shortText(parts.value, cut) : parts.value
  const inside = { ...cut, depth: cut.depth - 1 }
  if (inside.depth < 0) return '…'
  if (parts.kind === 'mapping') return mappingOf(shortEntries(parts.entries, inside))
  const { items } = parts
  const kept = items.slice(0, cut.items).map((item) => shortened(item, inside))
  const left = items.length - kept.length
  return left === 0 ? kept : [...kept, `… ${left} more`]
}

/** A string; if it is too long, only its start and its end, because errors are usually at the end. */
function shortText(text: string, { text: most }: Cut): string {
  if (text.length <= most) return text
  const head = partOf(text, 0, Math.ceil((most * 2) / 3))
  const tail = partOf(text, text.length - Math.floor(most / 3))
  return `${head} … ${text.length - most} characters omitted … ${tail}`
}
