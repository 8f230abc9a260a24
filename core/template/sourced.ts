import type { Located } from '../located.ts'
import type { Contribution, Contributor, TemplateStep } from '../provenance.ts'
import type { SourceRange } from '../source.ts'
import { isDict, isList, isTruthy, type Value } from '../value/value.ts'
import type { Piece } from './pieces.ts'

/**
 * A value that knows where each of its parts came from. Merges and template passes work on these trees and on nothing
 * else, so provenance is what the merge returns, never a second look (R8.4, R9.7).
 */
export type Sourced = SourcedText | SourcedLeaf | SourcedList | SourcedDict

interface Origin {
  readonly by: Contributor
  readonly at: SourceRange | null
  /** Values this one beat, last beaten first; set by merges. */
  readonly beat?: readonly Contribution[]
}

export interface SourcedText extends Origin {
  readonly kind: 'text'
  readonly text: string
  readonly pieces: readonly Piece[]
  readonly steps?: readonly TemplateStep[]
}

export interface SourcedLeaf extends Origin {
  readonly kind: 'leaf'
  readonly value: Value
  readonly steps?: readonly TemplateStep[]
}

export interface SourcedList extends Origin {
  readonly kind: 'list'
  readonly items: readonly Sourced[]
}

export interface SourcedDict extends Origin {
  readonly kind: 'dict'
  readonly entries: ReadonlyMap<Value, Sourced>
}

/** A located value of a file, as contributed by somebody. */
export function sourced(node: Located, by: Contributor, path: string): Sourced {
  const at = { path, start: node.start, end: node.end }
  switch (node.kind) {
    case 'scalar':
      if (typeof node.value === 'string') return sourcedText(node.value, by, at, node.text)
      return { kind: 'leaf', value: node.value, by, at }
    case 'list':
      return { kind: 'list', items: node.items.map((item) => sourced(item, by, path)), by, at }
    case 'dict': {
      const entries = new Map<Value, Sourced>()
      for (const [key, entry] of node.entries) entries.set(key, sourced(entry.value, by, path))
      return { kind: 'dict', entries, by, at }
    }
  }
}

/** No placeholder: what stands in its source as it is. */
const direct: readonly string[] = []

/** A text with one piece; `textStart` is where the source spells it character by character, else -1. */
export function sourcedText(text: string, by: Contributor, at: SourceRange | null = null, textStart = -1): SourcedText {
  if (!at || textStart < 0) return { kind: 'text', text, pieces: [{ text, by, at, via: direct }], by, at }
  const place = { path: at.path, start: textStart, end: textStart + text.length }
  return { kind: 'text', text, pieces: [{ text, by, at: place, via: direct, exact: true }], by, at }
}

/** A value that no file holds: from the caller, the host or the context. */
export function sourcedValue(value: Value, by: Contributor): Sourced {
  if (typeof value === 'string') return sourcedText(value, by)
  if (isList(value)) return { kind: 'list', items: value.map((item) => sourcedValue(item, by)), by, at: null }
  if (isDict(value)) {
    const entries = new Map<Value, Sourced>()
    for (const [key, item] of value) entries.set(key, sourcedValue(item, by))
    return { kind: 'dict', entries, by, at: null }
  }
  return { kind: 'leaf', value, by, at: null }
}

/** The bare value. */
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

/** Python's truth of the bare value, without making it. */
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

/** The winner of a merge, remembering the value it replaced and all that one had beaten. */
export function beating(
  winner: Sourced,
  loser: Sourced | undefined,
  because: Contribution['because'] = 'overridden',
): Sourced {
  if (!loser) return winner
  const beat = [{ value: bare(loser), by: loser.by, at: loser.at, because }, ...(loser.beat ?? [])]
  return { ...winner, beat: [...(winner.beat ?? []), ...beat] }
}
