import type { Diagnostic } from '../../diagnostics/facts.ts'
import { limits } from '../../limits.ts'
import { plain, type Located, type LocatedEntry } from '../located.ts'
import { isHashable } from '../value/equal.ts'
import { KeyIndex } from '../value/key-index.ts'
import { pyStr } from '../value/text.ts'
import { PySet, PyTuple, type Value } from '../value/value.ts'
import { flattenMapping } from './merge.ts'
import type { MappingNode, SequenceNode, YamlNode } from './nodes.ts'
import { YamlProblem } from './problem.ts'
import { isScalarTag, scalarValue } from './scalars.ts'
import { tags } from './tags.ts'

/** Constructs the located values of a document like PyYAML's safe loader (R2.3). Throws `YamlProblem`. */
export class Constructor {
  readonly diagnostics: Diagnostic[] = []
  readonly #path: string
  readonly #text: string
  #size = 0

  constructor(path: string, text: string) {
    this.#path = path
    this.#text = text
  }

  /** The value of a node that is nested in `depth` lists and mappings. */
  construct(node: YamlNode, depth = 0): Located {
    const known = node.located
    if (known === 'open' || depth + node.height > limits.valueDepth) throw tooMuch(node, 'valueDepth')
    this.#size += known ? node.size : 1
    if (this.#size > limits.yamlNodes) throw tooMuch(node, 'yamlNodes')
    if (known) return known
    const before = this.#size
    node.located = 'open'
    const located = this.#build(node, depth)
    node.located = located
    node.size = this.#size - before + 1
    return located
  }

  #build(node: YamlNode, depth: number): Located {
    if (isScalarTag(node.tag)) return this.#buildScalar(node)
    if (node.kind === 'scalar') throw wrongTag(node)
    if (node.kind === 'sequence') return this.#buildSequence(node, depth)
    if (node.tag !== tags.map && node.tag !== tags.set) throw wrongTag(node)
    const { start, end } = node
    const entries = this.#buildEntries(node, depth)
    if (node.tag === tags.map) return { kind: 'dict', entries, start, end }
    return { kind: 'scalar', value: new PySet([...entries.keys()]), text: -1, start, end }
  }

  #buildScalar(node: YamlNode): Located {
    const { start, end } = node
    const text = textOf(node)
    const value = scalarValue(node.tag, text)
    if (value === undefined) throw new YamlProblem(`${shorten(text)} is not a valid ${shortTag(node.tag)}`, start, end)
    const spelled = node.kind === 'scalar' && typeof value === 'string' && this.#text.startsWith(value, node.content)
    return { kind: 'scalar', value, text: spelled ? node.content : -1, start, end }
  }

  #buildSequence(node: SequenceNode, depth: number): Located {
    const { start, end, tag } = node
    if (tag !== tags.seq && tag !== tags.omap && tag !== tags.pairs) throw wrongTag(node)
    const items = node.items.map((item) => {
      if (tag !== tags.seq) return this.#buildPair(node, item, depth + 1)
      const located = this.construct(item, depth + 1)
      node.height = Math.max(node.height, item.height + 1)
      return located
    })
    return { kind: 'list', items, start, end }
  }

  /** An item of an ordered map as a tuple. The item must be a mapping with one entry. */
  #buildPair(list: SequenceNode, node: YamlNode, depth: number): Located {
    const [pair, ...more] = node.kind === 'mapping' ? node.pairs : []
    if (!pair || more.length > 0) {
      throw new YamlProblem(`!!${shortTag(list.tag)} requires mappings with one key each`, node.start, node.end)
    }
    const value = new PyTuple([
      plain(this.construct(pair.key, depth + 1)),
      plain(this.construct(pair.value, depth + 1)),
    ])
    list.height = Math.max(list.height, pair.key.height + 2, pair.value.height + 2)
    return { kind: 'scalar', value, text: -1, start: node.start, end: node.end }
  }

  #buildEntries(node: MappingNode, depth: number): ReadonlyMap<Value, LocatedEntry> {
    flattenMapping(node)
    const entries = new Map<Value, LocatedEntry>()
    // Most mappings have only text keys and no merged keys.
    let others: KeyIndex | undefined
    let merged: Set<Value> | undefined
    for (const pair of node.pairs) {
      let key = this.#buildKey(pair.key, depth + 1)
      if (typeof key !== 'string') key = (others ??= new KeyIndex()).first(key)
      const value = this.construct(pair.value, depth + 1)
      node.height = Math.max(node.height, pair.value.height + 1)
      const before = entries.get(key)
      if (pair.merged) (merged ??= new Set()).add(key)
      else if (before && !merged?.delete(key)) this.#reportDuplicate(key, before, pair.key)
      entries.set(key, { keyStart: pair.key.start, keyEnd: pair.key.end, value })
    }
    return entries
  }

  #buildKey(node: YamlNode, depth: number): Value {
    const located = this.construct(node, depth)
    if (located.kind === 'scalar' && isHashable(located.value)) return located.value
    throw new YamlProblem('a list or mapping cannot be a key', node.start, node.end)
  }

  #reportDuplicate(key: Value, before: LocatedEntry, { start, end }: YamlNode): void {
    const path = this.#path
    const first = { path, start: before.keyStart, end: before.keyEnd }
    this.diagnostics.push({ code: 'yaml-duplicate-key', at: { path, start, end }, key: pyStr(key), first })
  }
}

function tooMuch({ start, end }: YamlNode, name: 'valueDepth' | 'yamlNodes'): YamlProblem {
  return new YamlProblem('', start, end, { name, most: limits[name] })
}

const collectionTags: ReadonlySet<string> = new Set([tags.map, tags.seq, tags.set, tags.omap, tags.pairs])

function wrongTag(node: YamlNode): YamlProblem {
  const known = collectionTags.has(node.tag)
  const problem = known
    ? `a ${node.kind} cannot have the tag ${shortTag(node.tag)}`
    : `unknown tag ${shorten(node.tag)}`
  return new YamlProblem(problem, node.start, node.end)
}

function shortTag(tag: string): string {
  return tag.slice(tag.lastIndexOf(':') + 1)
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** The text of a node. For a mapping, the text of its `=` key. */
function textOf(node: YamlNode): string {
  let here: YamlNode | undefined = node
  for (let depth = 0; here?.kind === 'mapping' && depth <= limits.valueDepth; depth++) {
    here = here.pairs.find(({ key }) => key.tag === tags.value)?.value
  }
  if (here?.kind === 'scalar') return here.value
  throw new YamlProblem(`${shortTag(node.tag)} requires a scalar`, node.start, node.end)
}
