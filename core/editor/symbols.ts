import { readGraph } from '../graph/document.ts'
import { graphFileIn } from '../graph/graph-file.ts'
import { graphNames } from '../graph/names.ts'
import type { Located, LocatedEntry } from '../read/located.ts'
import type { Metadata } from '../read/metadata/metadata.ts'

/** An outline entry: a metadata field, a key in a field, or a node of a graph. */
export interface OutlineEntry {
  readonly kind: 'field' | 'key' | 'node'
  readonly name: string
  /** The text after the name: a short value, or the kind of a node. */
  readonly detail: string
  readonly start: number
  readonly end: number
  readonly nameStart: number
  readonly nameEnd: number
  readonly children: readonly OutlineEntry[]
}

/** The maximum number of characters of a value in the outline. */
const shownValue = 60

/** The outline of a file: the metadata as the engine reads it, and the nodes of a graph, in file order. */
export function outlineOf(metadata: Metadata, text: string): readonly OutlineEntry[] {
  const fields = [...metadata.fields.values()].map(({ spelled, keyStart, keyEnd, value }) =>
    entryOf('field', spelled, { keyStart, keyEnd, value }, true),
  )
  return [...fields, ...nodesOf(metadata.path, text)].sort((a, b) => a.start - b.start)
}

function entryOf(
  kind: 'field' | 'key',
  name: string,
  { keyStart, keyEnd, value }: LocatedEntry,
  deep: boolean,
): OutlineEntry {
  return {
    kind,
    name,
    detail: value.kind === 'scalar' ? String(value.value ?? 'null').slice(0, shownValue) : '',
    start: Math.min(keyStart, value.start),
    end: Math.max(keyEnd, value.end),
    nameStart: keyStart,
    nameEnd: keyEnd,
    children: deep ? keysOf(value) : [],
  }
}

/** One level of keys. Deeper levels would hide the fields. */
function keysOf(value: Located): readonly OutlineEntry[] {
  if (value.kind !== 'dict') return []
  return [...value.entries].flatMap(([key, entry]) =>
    typeof key === 'string' ? [entryOf('key', key, entry, false)] : [],
  )
}

function nodesOf(path: string, text: string): readonly OutlineEntry[] {
  const file = /\.ya?ml$/.test(path) ? graphFileIn(path, text) : null
  if (!file) return []
  const { nodes } = readGraph(file.document)
  return graphNames(file, text)
    .filter(({ kind, defines, name }) => kind === 'node' && defines && nodes.has(name))
    .map(({ name, at }) => ({
      kind: 'node',
      name,
      detail: nodes.get(name)?.kind ?? '',
      start: at.start,
      end: at.end,
      nameStart: at.start,
      nameEnd: at.end,
      children: [],
    }))
}
