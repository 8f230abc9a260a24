import { readGraph } from '../graph/document.ts'
import { graphFileIn, type GraphFile } from '../graph/graph-file.ts'
import {
  graphHover,
  graphNameAt,
  graphNames,
  placesOf,
  renameInGraph,
  type GraphName,
  type GraphRename,
} from '../graph/names.ts'
import { graphOffer } from '../graph/suggest.ts'
import type { SourceRange } from '../text/source.ts'
import type { HoverText, Suggestion } from './answers.ts'

/** The editor's knowledge of a graph file: its nodes and state keys, derived from the text alone (R16.8). */
export class GraphKnowledge {
  /** The last graph that parsed: a file is often invalid YAML while its author types. */
  #last: GraphFile | undefined

  definition(path: string, text: string, offset: number): SourceRange | undefined {
    const found = this.#nameAt(path, text, offset)
    return found && placesOf(found.names, found.name, true)[0]
  }

  references(path: string, text: string, offset: number): readonly SourceRange[] {
    const found = this.#nameAt(path, text, offset)
    return found ? placesOf(found.names, found.name) : []
  }

  hover(path: string, text: string, offset: number): HoverText | undefined {
    const found = this.#nameAt(path, text, offset)
    if (!found) return undefined
    const { start, end } = found.name.at
    return { start, end, markdown: graphHover(readGraph(found.file.document), found.names, found.name) }
  }

  /** The suggestions at an offset; undefined outside the parts of a graph, so that other suggestions apply. */
  suggest(path: string, text: string, offset: number, items: readonly string[]): readonly Suggestion[] | undefined {
    const file = this.#graph(path, text)
    if (!file) return undefined
    const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
    const offer = graphOffer(line, readGraph(file.document), items)
    return offer?.names.map((name, rank): Suggestion => ({
      label: name,
      insert: name,
      detail: details[offer.kind],
      kind: offer.kind === 'item' ? 'id' : offer.kind === 'node' ? 'name' : 'key',
      rank,
      start: offset - offer.typed,
      end: offset,
    }))
  }

  renamable(path: string, text: string, offset: number): SourceRange | undefined {
    return this.#nameAt(path, text, offset)?.name.at
  }

  /**
   * The edits that rename a node or a key everywhere in the file, or the reason why a rename is impossible. Undefined
   * without a name at the offset.
   */
  rename(path: string, text: string, offset: number, to: string): GraphRename | undefined {
    const found = this.#nameAt(path, text, offset)
    return found && renameInGraph(found.names, found.name, to)
  }

  #graph(path: string, text: string): GraphFile | undefined {
    const read = /\.ya?ml$/.test(path) ? graphFileIn(path, text) : null
    if (read) this.#last = read
    return read ?? (this.#last?.path === path ? this.#last : undefined)
  }

  #nameAt(
    path: string,
    text: string,
    offset: number,
  ): { readonly file: GraphFile; readonly names: readonly GraphName[]; readonly name: GraphName } | undefined {
    const file = /\.ya?ml$/.test(path) ? graphFileIn(path, text) : null
    if (!file) return undefined
    const names = graphNames(file, text)
    const name = graphNameAt(names, offset)
    return name && { file, names, name }
  }
}

const details = {
  node: 'node of this graph',
  key: 'state key',
  pipe: 'pipe',
  operator: 'operator',
  item: 'item',
  root: 'name in an expression',
} as const
