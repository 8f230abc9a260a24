import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Dialect } from '../../rules/dialect.ts'
import { editDistance } from '../../text/near.ts'
import { eachKnownPart } from './known-parts.ts'
import type { FieldName, MetadataField } from './metadata.ts'

/**
 * Maximum number of unknown field names, and of unknown keys in fields, to compare per file. Without this limit, a
 * hostile file could take seconds.
 */
const mostWeighed = 200

/** A name that the engine does not read, and possible intended names. */
export interface UnreadName {
  readonly name: string
  readonly start: number
  readonly end: number
  /** The path of keys to the mapping that contains the name; empty for a metadata field. */
  readonly within: string
  readonly known: readonly string[]
}

/** R2.2: hints for names similar to a known field or key. Authors can use all other names, for example in templates. */
export function almostKnown(path: string, unread: readonly UnreadName[]): readonly Diagnostic[] {
  return unread.slice(0, mostWeighed).flatMap(({ name, start, end, within, known }): readonly Diagnostic[] => {
    const meant = almost(name, known)
    return meant === undefined
      ? []
      : [{ code: 'metadata-key-unknown', at: { path, start, end }, key: name, meant, within }]
  })
}

/** The keys in fields that the engine does not read in a dialect, in field order. */
export function unreadKeys(fields: ReadonlyMap<FieldName, MetadataField>, dialect: Dialect): readonly UnreadName[] {
  const found: UnreadName[] = []
  eachKnownPart(fields, dialect, (within, node, { keys }) => {
    if (node.kind !== 'dict' || !keys) return
    for (const [name, { keyStart, keyEnd }] of node.entries) {
      if (typeof name !== 'string' || found.length >= mostWeighed || Object.hasOwn(keys, name)) continue
      const free = Object.keys(keys).filter((one) => !node.entries.has(one))
      found.push({ name, start: keyStart, end: keyEnd, within, known: free })
    }
  })
  return found
}

/**
 * Limits for the length of a compared name. A longer name is not a typo, and a shorter name resembles too many names.
 */
const longest = 40
const shortest = 4

/**
 * A name that differs from the given name only in case, in hyphens and underscores, or in one or two letters; undefined
 * if there is none.
 */
function almost(name: string, names: readonly string[]): string | undefined {
  if (name.length < shortest || name.length > longest) return undefined
  const folded = fold(name)
  const most = folded.length < 8 ? 1 : 2
  return (
    names.find((one) => fold(one) === folded) ??
    names.find((one) => one.length >= shortest && editDistance(folded, fold(one), most) <= most)
  )
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}
