import type { Located } from '../located.ts'
import { tags } from './tags.ts'

/** A node of a YAML document before construction. An alias refers to the original node, so nodes form a graph. */
export type YamlNode = ScalarNode | SequenceNode | MappingNode

abstract class Node {
  tag: string
  /** The start of the node's text. */
  start: number
  end: number
  /** The value constructed from the node; `open` during construction. */
  located: Located | 'open' | undefined = undefined
  /** The number of nodes in this node, including itself. An alias counts the nodes of its target again. */
  size = 1
  /** The nesting depth of lists and mappings, including this one. */
  height: number

  constructor(tag: string, start: number, end: number, height: number) {
    this.tag = tag
    this.start = start
    this.end = end
    this.height = height
  }
}

export class ScalarNode extends Node {
  readonly kind = 'scalar'
  readonly value: string
  /** The start of the content, after a quote or indentation. */
  readonly content: number

  constructor(tag: string, start: number, end: number, value: string, content: number) {
    super(tag, start, end, 0)
    this.value = value
    this.content = content
  }
}

export class SequenceNode extends Node {
  readonly kind = 'sequence'
  readonly items: YamlNode[] = []

  constructor(tag: string | undefined, start: number, end: number) {
    super(tag ?? tags.seq, start, end, 1)
  }
}

/** A key of a mapping with its value. `merged` is true for a pair from `<<`. */
export interface Pair {
  readonly key: YamlNode
  readonly value: YamlNode
  readonly merged: boolean
}

export class MappingNode extends Node {
  readonly kind = 'mapping'
  pairs: Pair[] = []

  constructor(tag: string | undefined, start: number, end: number) {
    super(tag ?? tags.map, start, end, 1)
  }
}
