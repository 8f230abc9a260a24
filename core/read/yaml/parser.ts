import { limits } from '../../limits.ts'
import { MappingNode, ScalarNode, SequenceNode, type YamlNode } from './nodes.ts'
import { YamlProblem } from './problem.ts'
import { Scanner } from './scanner.ts'
import { coreTag, implicitTag, tags } from './tags.ts'
import { ScalarToken, type Token, type TokenKind } from './tokens.ts'

/** The root node of the only document in a file; undefined for an empty file (R2.3). Throws `YamlProblem`. */
export function parseYaml(text: string): YamlNode | undefined {
  return new Parser(text).parse()
}

/** The place of a node. `value` is after a block key or its `:`, where a sequence needs no further indentation. */
type Where = 'block' | 'flow' | 'value'

interface Properties {
  readonly anchor: Token | undefined
  /** Undefined without a tag. `!` requests the tag that the text implies. */
  readonly tag: string | undefined
  readonly start: number
  readonly end: number
}

const noHandles: ReadonlyMap<string, string> = new Map([
  ['!', '!'],
  ['!!', coreTag],
])

class Parser {
  readonly #scanner: Scanner
  readonly #handles = new Map<string, string>()
  readonly #anchors = new Map<string, YamlNode>()
  #nodes = 0
  #depth = 0

  constructor(text: string) {
    this.#scanner = new Scanner(text)
  }

  parse(): YamlNode | undefined {
    if (this.#at('stream-end')) return undefined
    const root = this.#at('directive') || this.#at('document-start') ? this.#parseExplicit() : this.#parseNode('block')
    while (this.#at('document-end')) this.#take()
    if (this.#at('document-start') || this.#at('directive')) this.#fail('a file can contain only one document')
    if (!this.#at('stream-end')) this.#fail('unexpected content after the end of the value')
    return root
  }

  #parseExplicit(): YamlNode {
    this.#readDirectives()
    if (!this.#at('document-start')) this.#fail('expected --- after a directive')
    const { end } = this.#take()
    const { kind } = this.#peek()
    const bare = kind === 'directive' || kind === 'document-start' || kind === 'document-end' || kind === 'stream-end'
    return bare ? this.#empty(end) : this.#parseNode('block')
  }

  #peek(): Token {
    return this.#scanner.peek()
  }

  #take(): Token {
    return this.#scanner.take()
  }

  #at(kind: TokenKind): boolean {
    return this.#scanner.peek().kind === kind
  }

  #fail(problem: string, token = this.#peek()): never {
    throw new YamlProblem(problem, token.start, token.end)
  }

  #readDirectives(): void {
    let version = false
    for (; this.#at('directive'); this.#take()) {
      const { handle, value } = this.#peek()
      if (handle?.startsWith('!')) {
        if (this.#handles.has(handle)) this.#fail(`duplicate tag handle ${handle}`)
        this.#handles.set(handle, value)
      } else if (handle !== null) {
        if (version) this.#fail('duplicate %YAML directive')
        if (handle !== '1') this.#fail('only YAML 1 is supported')
        version = true
      }
    }
  }

  #parseNode(where: Where): YamlNode {
    if (++this.#nodes > limits.yamlNodes) this.#failLimit('yamlNodes', limits.yamlNodes)
    const token = this.#peek()
    switch (token.kind) {
      case 'alias':
        return this.#parseAlias()
      case 'anchor':
      case 'tag':
        return this.#parseContent(where, this.#parseProperties())
    }
    return this.#parseContent(where, { anchor: undefined, tag: undefined, start: token.start, end: token.end })
  }

  #parseAlias(): YamlNode {
    const token = this.#take()
    return (
      this.#anchors.get(token.value) ?? this.#fail(`the anchor &${token.value} is not defined before this alias`, token)
    )
  }

  #parseProperties(): Properties {
    const { start } = this.#peek()
    let end = start
    let anchor: Token | undefined
    let tag: string | undefined
    for (;;) {
      if (!anchor && this.#at('anchor')) anchor = this.#peek()
      else if (tag === undefined && this.#at('tag')) tag = this.#tagName(this.#peek())
      else break
      end = this.#take().end
    }
    if (anchor && this.#anchors.has(anchor.value)) this.#fail(`duplicate anchor &${anchor.value}`, anchor)
    return { anchor, tag, start, end }
  }

  #tagName(token: Token): string {
    if (token.handle === null) return token.value
    const prefix = this.#handles.get(token.handle) ?? noHandles.get(token.handle)
    return prefix === undefined
      ? this.#fail(`the tag handle ${token.handle} is not declared`, token)
      : prefix + token.value
  }

  #parseContent(where: Where, own: Properties): YamlNode {
    const token = this.#peek()
    const tag = own.tag === '!' ? undefined : own.tag
    switch (token.kind) {
      case 'scalar':
        return this.#define(own, this.#scalar(this.#take(), own))
      case 'sequence-start':
        return this.#fill(own, new SequenceNode(tag, own.start, token.end), this.#fillFlowSequence)
      case 'mapping-start':
        return this.#fill(own, new MappingNode(tag, own.start, token.end), this.#fillFlowMapping)
      case 'block-sequence':
        if (where === 'flow') break
        return this.#fill(own, new SequenceNode(tag, own.start, token.end), this.#fillSequence)
      case 'block-mapping':
      case 'mapping-and-key':
        if (where === 'flow') break
        return this.#fill(own, new MappingNode(tag, own.start, token.end), this.#fillMapping)
      case 'block-entry':
        if (where !== 'value') break
        return this.#fill(own, new SequenceNode(tag, own.start, token.end), this.#fillLooseSequence)
    }
    if (own.tag === undefined && !own.anchor) this.#fail('expected a value')
    return this.#define(own, new ScalarNode(tag ?? tags.null, own.start, own.end, '', own.end))
  }

  #define<Node extends YamlNode>(own: Properties, node: Node): Node {
    if (own.anchor) this.#anchors.set(own.anchor.value, node)
    return node
  }

  #fill<Node extends YamlNode>(own: Properties, node: Node, fill: (node: Node) => void): Node {
    this.#define(own, node)
    if (++this.#depth > limits.valueDepth) this.#failLimit('valueDepth', limits.valueDepth)
    fill.call(this, node)
    this.#depth--
    return node
  }

  #failLimit(name: string, most: number): never {
    const { start, end } = this.#peek()
    throw new YamlProblem('', start, end, { name, most })
  }

  #scalar(token: Token, own: Properties): ScalarNode {
    const { plain, content } = token instanceof ScalarToken ? token : { plain: true, content: token.start }
    const implied = own.tag === '!' || (plain && own.tag === undefined)
    const tag = implied ? implicitTag(token.value) : (own.tag ?? tags.str)
    return new ScalarNode(tag, token.start, token.end, token.value, content)
  }

  #empty(at: number): ScalarNode {
    return new ScalarNode(tags.null, at, at, '', at)
  }

  #fillSequence(node: SequenceNode): void {
    this.#take()
    while (this.#at('block-entry')) {
      const entry = this.#take()
      const empty = this.#at('block-entry') || this.#at('block-end')
      this.#addItem(node, empty ? this.#empty(entry.end) : this.#parseNode('block'))
    }
    if (!this.#at('block-end')) this.#fail('expected a list entry (-) or the end of the list')
    this.#take()
  }

  /** Reads a list at the column of its key. The list ends at the next key or at the end of the mapping. */
  #fillLooseSequence(node: SequenceNode): void {
    while (this.#at('block-entry')) {
      const entry = this.#take()
      const empty = this.#at('block-entry') || this.#endsBlockNode()
      this.#addItem(node, empty ? this.#empty(entry.end) : this.#parseNode('block'))
    }
  }

  #addItem(node: SequenceNode, item: YamlNode): void {
    node.items.push(item)
    node.end = Math.max(node.end, item.end)
  }

  #endsBlockNode(): boolean {
    return this.#at('key') || this.#at('value') || this.#at('block-end')
  }

  #fillMapping(node: MappingNode): void {
    this.#take()
    while (this.#at('key')) {
      const key = this.#parseBlockPart()
      this.#addPair(node, key, this.#at('value') ? this.#parseBlockPart() : this.#empty(key.end))
    }
    if (!this.#at('block-end')) this.#fail('expected a key or the end of the mapping')
    this.#take()
  }

  #parseBlockPart(): YamlNode {
    const { end } = this.#take()
    return this.#endsBlockNode() ? this.#empty(end) : this.#parseNode('value')
  }

  #addPair(node: MappingNode, key: YamlNode, value: YamlNode): void {
    node.pairs.push({ key, value, merged: false })
    node.end = Math.max(node.end, key.end, value.end)
  }

  #fillFlowSequence(node: SequenceNode): void {
    this.#take()
    while (!this.#at('sequence-end')) {
      node.items.push(this.#at('key') ? this.#parseFlowPair() : this.#parseNode('flow'))
      if (this.#at('flow-entry')) this.#take()
      else if (!this.#at('sequence-end')) this.#fail('expected "," or "]"')
    }
    node.end = this.#take().end
  }

  /** Reads `[key: value]`, a mapping with one entry. */
  #parseFlowPair(): MappingNode {
    const token = this.#peek()
    return this.#fill(this.#noProperties(token), new MappingNode(undefined, token.start, token.end), (node) => {
      this.#addFlowPair(node, 'sequence-end')
    })
  }

  #noProperties({ start, end }: Token): Properties {
    return { anchor: undefined, tag: undefined, start, end }
  }

  #fillFlowMapping(node: MappingNode): void {
    this.#take()
    while (!this.#at('mapping-end')) {
      if (this.#at('key')) this.#addFlowPair(node, 'mapping-end')
      else {
        const key = this.#parseNode('flow')
        this.#addPair(node, key, this.#empty(key.end))
      }
      if (this.#at('flow-entry')) this.#take()
      else if (!this.#at('mapping-end')) this.#fail('expected "," or "}"')
    }
    node.end = this.#take().end
  }

  #addFlowPair(node: MappingNode, closing: TokenKind): void {
    const { end } = this.#take()
    const bare = this.#at('value') || this.#at('flow-entry') || this.#at(closing)
    const key = bare ? this.#empty(end) : this.#parseNode('flow')
    this.#addPair(node, key, this.#at('value') ? this.#parseFlowValue(closing) : this.#empty(key.end))
  }

  #parseFlowValue(closing: TokenKind): YamlNode {
    const { end } = this.#take()
    return this.#at('flow-entry') || this.#at(closing) ? this.#empty(end) : this.#parseNode('flow')
  }
}
