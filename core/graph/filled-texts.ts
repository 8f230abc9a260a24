import { isDict, isList, type Value } from '../read/value/value.ts'
import type { GraphNode, Hook } from './document.ts'
import type { Template, Templates } from './expression.ts'
import type { DocumentPath } from './findings.ts'

/** A string in a graph that the walk interpolates, and its place. */
export interface FilledText {
  readonly template: Template
  readonly at: DocumentPath
}

/** Every string with `${...}` in a node or in the action of a hook, in file order. Each part is searched once. */
export class FilledTexts {
  readonly #templates: Templates
  readonly #known = new Map<GraphNode | Hook, readonly FilledText[]>()

  constructor(templates: Templates) {
    this.#templates = templates
  }

  of(part: GraphNode | Hook): readonly FilledText[] {
    const known = this.#known.get(part)
    if (known) return known
    const found: FilledText[] = []
    if ('fields' in part) this.#note(part.fields, ['config', 'nodes', part.name], found)
    else this.#note(part.action, ['config', 'hooks', part.index, 'action'], found)
    this.#known.set(part, found)
    return found
  }

  /** Records the strings in a value. `at` is one stack for the whole part, copied for each found text. */
  #note(value: Value, at: Value[], found: FilledText[]): void {
    if (typeof value === 'string') {
      if (value.includes('${')) found.push({ template: this.#templates.of(value), at: [...at] })
    } else if (isList(value)) {
      for (let index = 0; index < value.length; index++) this.#noteBelow(value[index]!, index, at, found)
    } else if (isDict(value)) {
      for (const [key, item] of value) this.#noteBelow(item, key, at, found)
    }
  }

  #noteBelow(value: Value, step: Value, at: Value[], found: FilledText[]): void {
    at.push(step)
    this.#note(value, at, found)
    at.pop()
  }
}
