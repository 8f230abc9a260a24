import { nodeAt, plain, type Located, type LocatedDict, type LocatedEntry } from '../read/located.ts'
import type { Metadata } from '../read/metadata/metadata.ts'
import { isDict, type Dict, type Value } from '../read/value/value.ts'
import { readYaml } from '../read/yaml/read.ts'
import { elementValue, type ChainElement } from '../resolve/chain.ts'
import type { SourceRange } from '../text/source.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { DocumentPath } from './findings.ts'
import { graphRuntime } from './graph-runtime.ts'

/** The file of a graph tool: the document for a walk, and the place of each part. */
export interface GraphFile {
  readonly item_id: string
  readonly path: string
  readonly document: Dict
  readonly root: LocatedDict
}

/** R16.1: the graph at the start of a chain; null if the tool is not a graph. */
export function graphFileOf(workspace: Workspace, elements: readonly ChainElement[]): GraphFile | null {
  const [tool] = elements
  if (!workspace.dialect.stateGraph || !tool?.metadata || tool.path === null) return null
  if (elementValue(tool, 'tool_type') !== 'graph' || tool.executor_id !== graphRuntime) return null
  const { item_id, path, metadata } = tool
  return {
    item_id,
    path,
    ...workspace.remember(metadata, workspace.figures.element, () => readGraph(metadata)),
  }
}

function readGraph(metadata: Metadata): Pick<GraphFile, 'document' | 'root'> {
  const root = rootOf(metadata)
  const document = plain(root)
  return { document: isDict(document) ? document : new Map(), root }
}

/** The top level of a graph: the metadata fields that a walk uses, and the two keys that only graphs have. */
function rootOf(metadata: Metadata): LocatedDict {
  const entries = new Map<Value, LocatedEntry>()
  for (const name of ['category', 'config_schema', 'config'] as const) {
    const field = metadata.fields.get(name)
    if (field) entries.set(name, { keyStart: field.keyStart, keyEnd: field.keyEnd, value: field.value })
  }
  for (const [name, entry] of metadata.graphKeys ?? []) entries.set(name, entry)
  return { kind: 'dict', start: 0, end: 0, entries }
}

/**
 * The place of a graph part: the text of a scalar, or the key of a mapping or list, which is the whole part if it has
 * no key. For an absent part, the place of the innermost existing part that contains it.
 */
export function rangeAt({ path, root }: Pick<GraphFile, 'path' | 'root'>, at: DocumentPath): SourceRange {
  let here: Located | undefined = root
  let range = { start: 0, end: 0 }
  for (const step of at) {
    const entry: LocatedEntry | undefined = here?.kind === 'dict' ? here.entries.get(step) : undefined
    const item: Located | undefined = here?.kind === 'list' && typeof step === 'number' ? here.items[step] : undefined
    here = entry?.value ?? item
    if (!here) break
    range = entry && here.kind !== 'scalar' ? { start: entry.keyStart, end: entry.keyEnd } : here
  }
  return { path, start: range.start, end: range.end }
}

/** The range of a graph part: its key, if it has one, and its whole value. */
export function stretchAt(file: GraphFile, at: DocumentPath): SourceRange {
  const { start, end } = rangeAt(file, at)
  const node = nodeAt(file.root, at)
  return {
    path: file.path,
    start: node ? Math.min(start, node.start) : start,
    end: node ? Math.max(end, node.end) : end,
  }
}

/** A graph read from text alone, for an editor; null if `tool_type` is not `graph`, and for invalid YAML. */
export function graphFileIn(path: string, text: string): GraphFile | null {
  const reading = readYaml(path, text)
  const root = reading.kind === 'document' ? reading.document : null
  if (root?.kind !== 'dict') return null
  const document = plain(root)
  return isDict(document) && document.get('tool_type') === 'graph' ? { item_id: path, path, document, root } : null
}
