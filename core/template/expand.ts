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

/**
 * R9.3 and R9.4 over a merged configuration: pass 1 once, pass 2 in up to three rounds, all values at once per round. The
 * values are replaced in the map that is given.
 */
export function expandConfig(config: Map<Value, Sourced>, variables: Variables): Expansion {
  const tooLong: Value[] = []
  let budget = new TemplateBudget()
  const variablesIn = (text: SourcedText): Sourced => expandVariables(text, variables, { pass: 1, quote: true, budget })
  config.forEach((node, key) => {
    const made = mapTexts(node, variablesIn)
    if (budget.exceeded) tooLong.push(key)
    else if (made !== node) config.set(key, made)
    budget.exceeded = false
  })
  let unstable: readonly Value[] = []
  // The names stay the same in all rounds, so a value without any stays as it is.
  let open: ReadonlyMap<Value, Sourced> = config
  for (let round = 1; round <= limits.templateRounds; round++) {
    const made = new Map<Value, Sourced>()
    const changed: Value[] = []
    budget = new TemplateBudget()
    open.forEach((node, key) => {
      const expanded = expandRound(node, config, round, budget)
      if (expanded === node) return
      if (expanded === undefined && !tooLong.includes(key)) tooLong.push(key)
      made.set(key, expanded ?? node)
      if (expanded !== undefined && !sameValue(expanded, node)) changed.push(key)
    })
    if (changed.length === 0) break
    made.forEach((node, key) => config.set(key, node))
    open = made
    if (round === limits.templateRounds) unstable = changed
  }
  return { config, unstable, tooLong }
}

function sameValue(a: Sourced, b: Sourced): boolean {
  return a.kind === 'text' && b.kind === 'text' ? a.text === b.text : valuesEqual(bare(a), bare(b))
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
  change: (node: Sourced) => Sourced,
): ReadonlyMap<Value, Sourced> {
  // Most values hold no placeholder: the map is copied only when one really changed.
  let made: Map<Value, Sourced> | undefined
  entries.forEach((item, key) => {
    const next = change(item)
    if (next !== item) (made ??= new Map(entries)).set(key, next)
  })
  return made ?? entries
}
