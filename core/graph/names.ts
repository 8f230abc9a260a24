import { counted } from '../text/counted.ts'
import type { Located, LocatedDict } from '../read/located.ts'
import { isDict, isList, type Dict, type Value } from '../read/value/value.ts'
import type { SourceRange } from '../text/source.ts'
import { dictOf, field, type Graph } from './document.ts'
import { edgesOf } from './check.ts'
import { conditionInWords } from './condition-words.ts'
import { closed } from './expression.ts'
import type { GraphFile } from './graph-file.ts'

/** A place in a graph file that names a node or a state key, with its exact range. */
export interface GraphName {
  readonly kind: 'node' | 'key'
  readonly name: string
  readonly at: SourceRange
  /** Whether this place defines the name: a node, or an assignment of a key. */
  readonly defines: boolean
}

/** Every place that names a node or a state key of a graph, in file order. */
export function graphNames(file: GraphFile, text: string): readonly GraphName[] {
  const finder = new NameFinder(file.path, text)
  const config = file.root.entries.get('config')?.value
  if (config?.kind === 'dict') finder.config(config)
  return finder.found.sort((a, b) => a.at.start - b.at.start)
}

/** The name at an offset of the file; undefined if there is none. */
export function graphNameAt(names: readonly GraphName[], offset: number): GraphName | undefined {
  return names.find(({ at }) => at.start <= offset && offset <= at.end)
}

/** All places of one name; with `definitions`, only its definitions. */
export function placesOf(
  names: readonly GraphName[],
  { kind, name }: Pick<GraphName, 'kind' | 'name'>,
  definitions = false,
): readonly SourceRange[] {
  return names
    .filter((one) => one.kind === kind && one.name === name && (one.defines || !definitions))
    .map(({ at }) => at)
}

/** The edits that rename a node or a key, or the reason why a rename is impossible. */
export type GraphRename =
  { readonly edits: readonly (SourceRange & { readonly text: string })[] } | { readonly because: string }

/** The edits that rename a node or a state key everywhere in the file. The new name must be valid and unused. */
export function renameInGraph(names: readonly GraphName[], from: GraphName, to: string): GraphRename {
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(to))
    return { because: `“${to}” is not a valid name. Start with a letter or _, and use only letters, digits, _ and -.` }
  if (names.some(({ kind, name }) => kind === from.kind && name === to))
    return { because: `A ${from.kind === 'node' ? 'node' : 'state key'} “${to}” already exists.` }
  return { edits: placesOf(names, from).map((at) => ({ ...at, text: to })) }
}

/** The description of a node or a key for a hover, as Markdown. */
export function graphHover(graph: Graph, names: readonly GraphName[], { kind, name }: GraphName): string {
  if (kind === 'key') {
    const given = placesOf(names, { kind, name }, true).length
    const initial = graph.state.has(name) ? ' It has an initial value.' : ''
    const read = placesOf(names, { kind, name }).length - given
    return `**state.${name}** is assigned in ${counted(given, 'place')} and read in ${counted(read, 'place')}.${initial}`
  }
  const node = graph.nodes.get(name)
  if (!node) return `The node **${name}** does not exist.`
  const about = field(node.fields, 'description') ?? field(node.fields, 'comment')
  const item = field(dictOf(field(node.fields, 'action')), 'item_id')
  const ways =
    node.kind === 'return'
      ? []
      : edgesOf(node).map(
          ({ kind: edge, to, at }) =>
            `- ${edge === 'unknown-next' ? '→' : 'on error →'} ${to}${whenOf(node.fields, at)}`,
        )
  return [
    `**${name}** (${node.kind})${typeof item === 'string' ? ` calls \`${item}\`` : ''}`,
    ...(typeof about === 'string' ? [about] : []),
    ...(ways.length > 0 ? [ways.join('\n')] : []),
  ].join('\n\n')
}

function whenOf(fields: Dict, at: readonly Value[]): string {
  const next = field(fields, 'next')
  const edge = isList(next) && typeof at[4] === 'number' ? next[at[4]] : undefined
  const when = isDict(edge) ? field(edge, 'when') : null
  return when === null ? '' : ` when ${conditionInWords(when)}`
}

class NameFinder {
  readonly found: GraphName[] = []
  readonly #path: string
  readonly #text: string

  constructor(path: string, text: string) {
    this.#path = path
    this.#text = text
  }

  config(config: LocatedDict): void {
    for (const [key, { keyStart, keyEnd }] of dictAt(config, 'state')) this.#key(key, keyStart, keyEnd)
    this.#nodeText(config.entries.get('start')?.value)
    for (const [name, { keyStart, keyEnd, value }] of dictAt(config, 'nodes')) {
      this.#word('node', name, keyStart, keyEnd, true)
      if (value.kind === 'dict') this.#node(value)
    }
    const hooks = config.entries.get('hooks')?.value
    if (hooks) this.#texts(hooks)
  }

  #node(node: LocatedDict): void {
    for (const [key, { keyStart, keyEnd }] of dictAt(node, 'assign')) this.#key(key, keyStart, keyEnd)
    const collect = node.entries.get('collect')?.value
    if (collect?.kind === 'scalar') this.#word('key', collect.value, collect.start, collect.end, true)
    this.#nodeText(node.entries.get('on_error')?.value)
    const next = node.entries.get('next')?.value
    if (next?.kind === 'scalar') this.#nodeText(next)
    if (next?.kind === 'list')
      for (const edge of next.items) if (edge.kind === 'dict') this.#nodeText(edge.entries.get('to')?.value)
    this.#texts(node)
  }

  #key(key: Value, start: number, end: number): void {
    this.#word('key', key, start, end, true)
  }

  #nodeText(value: Located | undefined): void {
    if (value?.kind === 'scalar') this.#word('node', value.value, value.start, value.end, false)
  }

  /** Records a string that is a name. Skips a quoted string with escapes. */
  #word(kind: GraphName['kind'], name: Value, start: number, end: number, defines: boolean): void {
    if (typeof name !== 'string' || name === '') return
    const at = this.#text.slice(start, end).indexOf(name)
    if (at === -1) return
    const from = start + at
    this.found.push({ kind, name, at: { path: this.#path, start: from, end: from + name.length }, defines })
  }

  /** Records the state keys in `${...}` and in the paths of conditions. */
  #texts(node: Located, conditional = false): void {
    if (node.kind === 'list') return node.items.forEach((item) => this.#texts(item, conditional))
    if (node.kind === 'dict') {
      for (const [key, { value }] of node.entries) {
        const isPath = conditional && key === 'path' && value.kind === 'scalar'
        if (isPath) this.#paths(value.start, this.#text.slice(value.start, value.end))
        else this.#texts(value, key === 'when' || key === 'condition' || (conditional && isGroup(key)))
      }
      return
    }
    if (typeof node.value !== 'string') return
    const source = this.#text.slice(node.start, node.end)
    for (const { 0: whole, index } of closed(source).matchAll(/\$\{[^}]+\}/g)) this.#paths(node.start + index, whole)
  }

  #paths(start: number, source: string): void {
    for (const { 0: whole, 1: key = '', index } of source.matchAll(/(?<![\p{L}\p{N}_.])state\.([^\s.|[\]{}"']+)/gu)) {
      const from = start + index + whole.length - key.length
      this.found.push({
        kind: 'key',
        name: key,
        at: { path: this.#path, start: from, end: from + key.length },
        defines: false,
      })
    }
  }
}

function isGroup(key: Value): boolean {
  return key === 'any' || key === 'all' || key === 'not'
}

function dictAt(node: LocatedDict, key: string): LocatedDict['entries'] {
  const value = node.entries.get(key)?.value
  return value?.kind === 'dict' ? value.entries : new Map<Value, never>()
}
