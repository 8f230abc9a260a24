import { limits } from '../limits.ts'
import type { Value } from '../value/value.ts'
import { valuesEqual } from '../value/equal.ts'
import { expandNames, type Names } from './names.ts'
import { bare, type Sourced, type SourcedText } from './sourced.ts'
import { expandVariables, type Variables } from './variables.ts'

/** What the passes over a configuration came to. */
export interface Expansion {
  readonly config: ReadonlyMap<Value, Sourced>
  /** Keys that round 3 still changed (R9.4). */
  readonly unstable: readonly Value[]
  /** Keys whose text would have grown past the limit; they are left as they stood. */
  readonly tooLong: readonly Value[]
}

/** R9.3 and R9.4 over a merged configuration: pass 1 once, pass 2 in up to three rounds, all values at once per round. */
export function expandConfig(config: ReadonlyMap<Value, Sourced>, variables: Variables): Expansion {
  let current = mapValues(config, (node) =>
    mapTexts(node, (text) => expandVariables(text, variables, { pass: 1, quote: true })),
  )
  const tooLong = new Set<Value>()
  for (let round = 1; round <= limits.templateRounds; round++) {
    const next = new Map<Value, Sourced>()
    const changed: Value[] = []
    for (const [key, node] of current) {
      const expanded = expandRound(node, current, round)
      const kept = expanded === undefined ? node : expanded
      if (expanded === undefined) tooLong.add(key)
      next.set(key, kept)
      if (kept !== node && !valuesEqual(bare(kept), bare(node))) changed.push(key)
    }
    if (changed.length === 0) return { config: current, unstable: [], tooLong: [...tooLong] }
    current = next
    if (round === limits.templateRounds) return { config: current, unstable: changed, tooLong: [...tooLong] }
  }
  return { config: current, unstable: [], tooLong: [...tooLong] }
}

/** One round over one value; undefined when its texts would grow past the limit. */
function expandRound(node: Sourced, names: Names, round: number): Sourced | undefined {
  let length = 0
  const expanded = mapTexts(node, (text) => {
    if (length > limits.templateLength) return text
    const made = expandNames(text, names, 2, round, true)
    length += made.kind === 'text' ? made.text.length : 0
    return made
  })
  return length > limits.templateLength ? undefined : expanded
}

/** Replace the texts of a tree; parts without a change stay the same objects. Tuples and sets are not entered (R9.4). */
export function mapTexts(node: Sourced, change: (text: SourcedText) => Sourced): Sourced {
  switch (node.kind) {
    case 'text':
      return change(node)
    case 'leaf':
      return node
    case 'list': {
      let changed = false
      const items = node.items.map((item) => {
        const made = mapTexts(item, change)
        changed ||= made !== item
        return made
      })
      return changed ? { ...node, items } : node
    }
    case 'dict': {
      const entries = mapValues(node.entries, (item) => mapTexts(item, change))
      return entries === node.entries ? node : { ...node, entries }
    }
  }
}

function mapValues(
  entries: ReadonlyMap<Value, Sourced>,
  change: (node: Sourced) => Sourced,
): ReadonlyMap<Value, Sourced> {
  let changed = false
  const made = new Map<Value, Sourced>()
  for (const [key, item] of entries) {
    const next = change(item)
    changed ||= next !== item
    made.set(key, next)
  }
  return changed ? made : entries
}
