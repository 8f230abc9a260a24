import type { Value } from './value/value.ts'

/**
 * A value and the range of its text: the result of every reader (R2.5). Offsets are UTF-16, half-open, into the text
 * after universal newlines.
 */
export type Located = LocatedScalar | LocatedList | LocatedDict

interface Stretch {
  readonly start: number
  readonly end: number
}

export interface LocatedScalar extends Stretch {
  readonly kind: 'scalar'
  /** Any value except a list or a mapping. Tuples, sets and dates are scalars here. */
  readonly value: Value
  /** Offset of the first character of a string's content; -1 if the source does not contain the string unchanged. */
  readonly text: number
}

interface LocatedList extends Stretch {
  readonly kind: 'list'
  readonly items: readonly Located[]
}

export interface LocatedDict extends Stretch {
  readonly kind: 'dict'
  readonly entries: ReadonlyMap<Value, LocatedEntry>
}

export interface LocatedEntry {
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: Located
}

/** The value without its places. */
export function plain(node: Located): Value {
  switch (node.kind) {
    case 'scalar':
      return node.value
    case 'list':
      return node.items.map(plain)
    case 'dict': {
      const dict = new Map<Value, Value>()
      for (const [key, entry] of node.entries) dict.set(key, plain(entry.value))
      return dict
    }
  }
}

/** The node at a path of keys and indexes; undefined if the path leads to no node. */
export function nodeAt(node: Located | undefined, path: readonly Value[]): Located | undefined {
  let here = node
  for (const step of path) {
    if (here?.kind === 'dict') here = here.entries.get(step)?.value
    else if (here?.kind === 'list' && typeof step === 'number') here = here.items[step]
    else return undefined
  }
  return here
}
