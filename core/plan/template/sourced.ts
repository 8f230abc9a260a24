import type { Located } from '../../read/located.ts'
import type { Contribution, Contributor, TemplateStep } from '../provenance.ts'
import type { SourceRange } from '../../text/source.ts'
import { isDict, isList, isTruthy, type Value } from '../../read/value/value.ts'
import { through, wholePiece, type Piece } from './pieces.ts'
import { mayHoldPlaceholder, wholePlaceholder } from './placeholder.ts'

/**
 * A value with the source of each part. Merges and template passes work on these trees, so their results already
 * contain the provenance (R8.4, R9.7).
 */
export type Sourced = SourcedText | SourcedLeaf | SourcedList | SourcedDict

interface Origin {
  /** Whether the value can contain a template; most values do not. */
  readonly mayExpand: boolean
  readonly by: Contributor
  readonly at: SourceRange | null
  /** The overridden values, the most recently overridden first. Merges set this list. */
  readonly beat: readonly Contribution[] | undefined
}

/**
 * The source of a string: its own pieces, the pieces of another string, or an offset in the file (-1 without an
 * offset).
 */
type Made = readonly Piece[] | Through | number

/** The pieces of another string that a placeholder inserted. */
export class Through {
  readonly text: SourcedText
  readonly placeholder: string

  constructor(text: SourcedText, placeholder: string) {
    this.text = text
    this.placeholder = placeholder
  }
}

/** A string and its source. Its pieces are created on demand, because most are never displayed. */
export class SourcedText implements Origin {
  readonly kind = 'text'
  readonly text: string
  readonly by: Contributor
  readonly at: SourceRange | null
  readonly beat: readonly Contribution[] | undefined
  /** The changes by template passes, in order. */
  readonly steps: readonly TemplateStep[] | undefined
  readonly mayExpand: boolean
  #made: Made
  #placeholder: string | null | undefined

  constructor(
    text: string,
    by: Contributor,
    at: SourceRange | null,
    made: Made = -1,
    beat?: readonly Contribution[],
    steps?: readonly TemplateStep[],
  ) {
    this.text = text
    this.by = by
    this.at = at
    this.#made = made
    this.beat = beat
    this.steps = steps
    this.mayExpand = mayHoldPlaceholder(text)
  }

  /** The pieces of the text, each with one source. */
  get pieces(): readonly Piece[] {
    const made = this.#made
    if (typeof made === 'number') return (this.#made = [wholePiece(this.text, this.by, this.at, made)])
    if (made instanceof Through) return (this.#made = through(made.text.pieces, made.placeholder))
    return made
  }

  /** The first piece. A string that is one placeholder has only this piece. */
  get first(): Piece | undefined {
    return this.pieces[0]
  }

  /** The number of pieces. */
  get size(): number {
    return typeof this.#made === 'number' ? 1 : this.pieces.length
  }

  /**
   * The placeholder of a string that consists of exactly one placeholder (R9.4); undefined for other strings. Cached,
   * because all tools of a runtime read its strings.
   */
  get placeholder(): string | undefined {
    if (this.#placeholder === undefined) this.#placeholder = wholePlaceholder(this.text) ?? null
    return this.#placeholder ?? undefined
  }

  /** The text after template expansion. */
  expanded(text: string, made: readonly Piece[] | Through, steps: readonly TemplateStep[] = none): SourcedText {
    return new SourcedText(text, this.by, this.at, made, this.beat, joined(this.steps, steps))
  }

  /** The same text with a different list of overridden values. */
  beating(beat: readonly Contribution[]): SourcedText {
    return new SourcedText(this.text, this.by, this.at, this.#made, beat, this.steps)
  }
}

/** A value that is neither text nor a container. */
export class SourcedLeaf implements Origin {
  readonly kind = 'leaf'
  readonly value: Value
  readonly by: Contributor
  readonly at: SourceRange | null
  readonly beat: readonly Contribution[] | undefined
  readonly steps: readonly TemplateStep[] | undefined
  readonly mayExpand = false

  constructor(
    value: Value,
    by: Contributor,
    at: SourceRange | null,
    beat?: readonly Contribution[],
    steps?: readonly TemplateStep[],
  ) {
    this.value = value
    this.by = by
    this.at = at
    this.beat = beat
    this.steps = steps
  }
}

/** A list. Its items can have other contributors. */
export class SourcedList implements Origin {
  readonly kind = 'list'
  readonly items: readonly Sourced[]
  readonly by: Contributor
  readonly at: SourceRange | null
  readonly beat: readonly Contribution[] | undefined
  readonly mayExpand: boolean

  constructor(items: readonly Sourced[], by: Contributor, at: SourceRange | null, beat?: readonly Contribution[]) {
    this.items = items
    this.by = by
    this.at = at
    this.beat = beat
    this.mayExpand = items.some((item) => item.mayExpand)
  }
}

/** A mapping. Its entries can have other contributors. */
export class SourcedDict implements Origin {
  readonly kind = 'dict'
  readonly entries: ReadonlyMap<Value, Sourced>
  readonly by: Contributor
  readonly at: SourceRange | null
  readonly beat: readonly Contribution[] | undefined
  readonly mayExpand: boolean

  constructor(
    entries: ReadonlyMap<Value, Sourced>,
    by: Contributor,
    at: SourceRange | null,
    beat?: readonly Contribution[],
  ) {
    this.entries = entries
    this.by = by
    this.at = at
    this.beat = beat
    let mayExpand = false
    entries.forEach((item) => (mayExpand ||= item.mayExpand))
    this.mayExpand = mayExpand
  }
}

/** A shared empty list. */
const none: readonly never[] = []

/** The concatenation of two lists, either of which can be undefined. */
export function joined<T>(first: readonly T[] | undefined, second: readonly T[] | undefined): readonly T[] | undefined {
  if (!first || first.length === 0) return second
  return !second || second.length === 0 ? first : [...first, ...second]
}

/** A value from a file, with its contributor. */
export function sourced(node: Located, by: Contributor, path: string): Sourced {
  const at = { path, start: node.start, end: node.end }
  switch (node.kind) {
    case 'scalar':
      if (typeof node.value === 'string') return sourcedText(node.value, by, at, node.text)
      return new SourcedLeaf(node.value, by, at)
    case 'list':
      return new SourcedList(
        node.items.map((item) => sourced(item, by, path)),
        by,
        at,
      )
    case 'dict': {
      const entries = new Map<Value, Sourced>()
      for (const [key, entry] of node.entries) entries.set(key, sourced(entry.value, by, path))
      return new SourcedDict(entries, by, at)
    }
  }
}

/** An unchanged text of a source. `spelledAt` is its offset if it is written without escapes, otherwise -1. */
export function sourcedText(text: string, by: Contributor, at: SourceRange | null = null, spelledAt = -1): SourcedText {
  return new SourcedText(text, by, at, spelledAt)
}

/** A value from outside files: from the caller, the host or the context. */
export function sourcedValue(value: Value, by: Contributor): Sourced {
  if (typeof value === 'string') return sourcedText(value, by)
  if (isList(value)) {
    const items = value.map((item) => sourcedValue(item, by))
    return new SourcedList(items, by, null)
  }
  if (isDict(value)) {
    const entries = new Map<Value, Sourced>()
    for (const [key, item] of value) entries.set(key, sourcedValue(item, by))
    return new SourcedDict(entries, by, null)
  }
  return new SourcedLeaf(value, by, null)
}

/** The value without its sources. */
export function bare(node: Sourced): Value {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'leaf':
      return node.value
    case 'list':
      return node.items.map(bare)
    case 'dict': {
      const dict = new Map<Value, Value>()
      for (const [key, item] of node.entries) dict.set(key, bare(item))
      return dict
    }
  }
}

/** Whether a value is null, which usually counts as absent. */
export function isNull(node: Sourced): boolean {
  return node.kind === 'leaf' && node.value === null
}

/** Whether a value is true in Python, determined without building the bare value. */
export function holds(node: Sourced): boolean {
  switch (node.kind) {
    case 'text':
      return node.text !== ''
    case 'leaf':
      return isTruthy(node.value)
    case 'list':
      return node.items.length > 0
    case 'dict':
      return node.entries.size > 0
  }
}

/**
 * The winner of a merge, with the values that it overrides, directly or indirectly. A value does not override itself.
 */
export function beating(
  winner: Sourced,
  loser: Sourced | undefined,
  because: Contribution['because'] = 'overridden',
): Sourced {
  if (!loser || loser === winner) return winner
  const beaten = { value: bare(loser), by: loser.by, at: loser.at, because }
  return withBeat(winner, [...(winner.beat ?? none), beaten, ...(loser.beat ?? none)])
}

/** The same value with a different list of overridden values. */
export function withBeat(node: Sourced, beat: readonly Contribution[] | undefined): Sourced {
  if (beat === undefined) return node
  switch (node.kind) {
    case 'text':
      return node.beating(beat)
    case 'leaf':
      return new SourcedLeaf(node.value, node.by, node.at, beat, node.steps)
    case 'list':
      return new SourcedList(node.items, node.by, node.at, beat)
    case 'dict':
      return new SourcedDict(node.entries, node.by, node.at, beat)
  }
}
