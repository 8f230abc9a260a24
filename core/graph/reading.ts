import type { Dict } from '../read/value/value.ts'
import { readGraph, type Graph } from './document.ts'
import { Templates } from './expression.ts'
import { FilledTexts } from './filled-texts.ts'
import { namedItems, type NamedItem } from './named-items.ts'
import { stateKeys, type StateKeys } from './state-keys.ts'

/** A graph with cached data that several checks share. */
export class GraphReading {
  readonly document: Dict
  readonly graph: Graph
  readonly templates = new Templates()
  readonly texts = new FilledTexts(this.templates)
  #keys: StateKeys | undefined
  #named: readonly NamedItem[] | undefined

  constructor(document: Dict) {
    this.document = document
    this.graph = readGraph(document)
  }

  get keys(): StateKeys {
    return (this.#keys ??= stateKeys(this.graph, this.texts))
  }

  get named(): readonly NamedItem[] {
    return (this.#named ??= namedItems(this.graph))
  }
}
