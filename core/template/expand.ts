import { limits } from '../limits.ts'
import type { Value } from '../value/value.ts'
import { valuesEqual } from '../value/equal.ts'
import { TemplateBudget } from './budget.ts'
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
  const tooLong = new Set<Value>()
  let budget = new TemplateBudget()
  let current = mapValues(config, (node, key) => {
    const made = mapTexts(node, (text) => expandVariables(text, variables, { pass: 1, quote: true, budget }))
    if (!budget.exceeded) return made
    budget.exceeded = false
    tooLong.add(key)
    return node
  })
  // The names stay the same in all rounds, so a value without any stays as it is.
  let open: Iterable<Value> = current.keys()
  for (let round = 1; round <= limits.templateRounds; round++) {
    let next: Map<Value, Sourced> | undefined
    const changed: Value[] = []
    const left: Value[] = []
    budget = new TemplateBudget()
    for (const key of open) {
      const node = current.get(key)!
      const expanded = expandRound(node, current, round, budget)
      if (expanded === node) continue
      left.push(key)
      if (expanded === undefined) {
        tooLong.add(key)
        continue
      }
      ;(next ??= new Map(current)).set(key, expanded)
      if (!valuesEqual(bare(expanded), bare(node))) changed.push(key)
    }
    open = left
    if (changed.length === 0 || !next) return { config: current, unstable: [], tooLong: [...tooLong] }
    current = next
    if (round === limits.templateRounds) return { config: current, unstable: changed, tooLong: [...tooLong] }
  }
  return { config: current, unstable: [], tooLong: [...tooLong] }
}

/** One round over one value; undefined when its texts would grow past the limit. */
function expandRound(node: Sourced, names: Names, round: number, budget: TemplateBudget): Sourced | undefined {
  const expanded = mapTexts(node, (text) => (budget.exceeded ? text : expandNames(text, names, 2, round, true, budget)))
  if (!budget.exceeded) return expanded
  budget.exceeded = false
  return undefined
}

/** Replace the texts of a tree; parts without a change stay the same objects. Tuples and sets are not entered (R9.4). */
export function mapTexts(node: Sourced, change: (text: SourcedText) => Sourced): Sourced {
  switch (node.kind) {
    case 'text':
      return change(node)
    case 'leaf':
      return node
    case 'list': {
      let items: Sourced[] | undefined
      for (let index = 0; index < node.items.length; index++) {
        const item = node.items[index]!
        const made = mapTexts(item, change)
        if (made !== item) (items ??= [...node.items])[index] = made
      }
      return items ? { ...node, items } : node
    }
    case 'dict': {
      const entries = mapValues(node.entries, (item) => mapTexts(item, change))
      return entries === node.entries ? node : { ...node, entries }
    }
  }
}

function mapValues(
  entries: ReadonlyMap<Value, Sourced>,
  change: (node: Sourced, key: Value) => Sourced,
): ReadonlyMap<Value, Sourced> {
  // Most values hold no placeholder: the map is copied only when one really changed.
  let made: Map<Value, Sourced> | undefined
  for (const [key, item] of entries) {
    const next = change(item, key)
    if (next !== item) (made ??= new Map(entries)).set(key, next)
  }
  return made ?? entries
}
