import { limits } from '../../limits.ts'
import type { Value } from '../../read/value/value.ts'
import type { WorkShare } from '../../work-budget.ts'
import { valuesEqual } from '../../read/value/equal.ts'
import { TemplateBudget } from './budget.ts'
import { expandNames } from './names.ts'
import { bare, SourcedDict, SourcedList, type Sourced, type SourcedText } from './sourced.ts'
import { expandVariables, type Variables } from './variables.ts'

/** The result of the template passes over a configuration. */
export interface Expansion {
  readonly config: ReadonlyMap<Value, Sourced>
  /** Keys that round 3 changed and another round would change again (R9.4). */
  readonly unstable: readonly Value[]
  /** Keys whose text would exceed the limit. Their values stay unchanged. */
  readonly tooLong: readonly Value[]
}

/**
 * Expands a merged configuration in place (R9.3, R9.4): pass 1 once, then up to three rounds of pass 2. Each round
 * expands all values simultaneously.
 */
export function expandConfig(config: Map<Value, Sourced>, variables: Variables, share?: WorkShare): Expansion {
  const tooLong: Value[] = []
  let budget = new TemplateBudget(share)
  const variablePass = { pass: 1, quote: true, budget } as const
  const variablesIn = (text: SourcedText): Sourced => expandVariables(text, variables, variablePass)
  let open: Value[] = []
  config.forEach((node, key) => {
    if (!node.mayExpand) return
    const expanded = mapTexts(node, variablesIn)
    if (budget.exceeded) tooLong.push(key)
    const made = budget.exceeded ? node : expanded
    budget.exceeded = false
    config.set(key, made)
    if (made.mayExpand) open.push(key)
  })
  let unstable: readonly Value[] = []
  // The set of names is the same in all rounds, so a value without names never changes.
  for (let round = 1; round <= limits.templateRounds && open.length > 0; round++) {
    let made: (readonly [Value, Sourced])[] | undefined
    let changed: Value[] | undefined
    budget = new TemplateBudget(share)
    const roundBudget = budget
    const namesIn = (text: SourcedText): Sourced =>
      roundBudget.exceeded ? text : expandNames(text, config, 2, round, true, roundBudget)
    for (const key of open) {
      const node = config.get(key)!
      const expanded = mapTexts(node, namesIn)
      if (budget.exceeded) {
        if (!tooLong.includes(key)) tooLong.push(key)
        budget.exceeded = false
      } else if (expanded !== node) {
        ;(made ??= []).push([key, expanded])
        if (!sameValue(expanded, node)) (changed ??= []).push(key)
      }
    }
    if (!made || !changed) break
    open = []
    for (const [key, node] of made) {
      config.set(key, node)
      if (node.mayExpand) open.push(key)
    }
    if (round === limits.templateRounds) unstable = changed.filter((key) => isOpen(config, key, share))
  }
  return { config, unstable, tooLong }
}

/** Whether another round would change a value. Names that the last round did not change are stable. */
function isOpen(config: ReadonlyMap<Value, Sourced>, key: Value, share: WorkShare | undefined): boolean {
  const node = config.get(key)!
  const budget = new TemplateBudget(share)
  const next = mapTexts(node, (text) => (budget.exceeded ? text : expandNames(text, config, 2, 4, true, budget)))
  return budget.exceeded || !sameValue(next, node)
}

function sameValue(a: Sourced, b: Sourced): boolean {
  if (a === b) return true
  if (a.kind === 'text' && b.kind === 'text') return a.text === b.text
  if (a.kind === 'list' && b.kind === 'list')
    return a.items.length === b.items.length && a.items.every((item, index) => sameValue(item, b.items[index]!))
  return valuesEqual(bare(a), bare(b))
}

/**
 * Expands the strings of a tree that can contain a template. Unchanged parts stay the same objects. Tuples and sets are
 * not expanded (R9.4).
 */
export function mapTexts(node: Sourced, change: (text: SourcedText) => Sourced): Sourced {
  if (!node.mayExpand) return node
  switch (node.kind) {
    case 'text':
      return change(node)
    case 'list': {
      let items: Sourced[] | undefined
      for (let index = 0; index < node.items.length; index++) {
        const item = node.items[index]!
        const made = mapTexts(item, change)
        if (made !== item) (items ??= [...node.items])[index] = made
      }
      return items ? new SourcedList(items, node.by, node.at, node.beat) : node
    }
    case 'dict': {
      const entries = mapValues(node.entries, (item) => mapTexts(item, change))
      return entries === node.entries ? node : new SourcedDict(entries, node.by, node.at, node.beat)
    }
  }
}

function mapValues(
  entries: ReadonlyMap<Value, Sourced>,
  change: (node: Sourced) => Sourced,
): ReadonlyMap<Value, Sourced> {
  // Most values contain no placeholder, so the map is copied on the first change.
  let made: Map<Value, Sourced> | undefined
  entries.forEach((item, key) => {
    const next = change(item)
    if (next !== item) (made ??= new Map(entries)).set(key, next)
  })
  return made ?? entries
}
