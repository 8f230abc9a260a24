import type { WorkShare } from '../../work-budget.ts'
import type { PatternNode } from './parse.ts'

/** A pattern that was given up on: it nests too deeply on this text. */
export class PatternLimit extends Error {}

type Next = (at: number) => boolean

/**
 * Whether a pattern is found anywhere in a text, as `new RegExp(pattern, 'u').test(text)` says, but in counted work:
 * patterns and texts come from people, and the host's own matcher can be kept busy for years. Throws `PatternLimit`, and
 * `WorkLimit` where the share has no work left.
 */
export function matchesPattern(pattern: PatternNode, text: string, share: WorkShare): boolean {
  share.draw(matchWork + text.length)
  return new Matcher([...text], share).search(pattern)
}

/** Units of work of one match, without its steps. */
const matchWork = 10
/** Units of work of one step. */
const stepWork = 1

const wordCharacter = /^\w$/

class Matcher {
  readonly #text: readonly string[]
  readonly #groups: (readonly [number, number] | undefined)[] = []
  readonly #share: WorkShare

  constructor(text: readonly string[], share: WorkShare) {
    this.#text = text
    this.#share = share
  }

  search(root: PatternNode): boolean {
    try {
      for (let start = 0; start <= this.#text.length; start++) {
        this.#groups.length = 0
        if (this.#match(root, start, () => true)) return true
      }
      return false
    } catch (fault) {
      // A stack that is full is a limit like any other.
      throw fault instanceof RangeError ? new PatternLimit('it nests too deeply on this text') : fault
    }
  }

  #match(node: PatternNode, at: number, next: Next): boolean {
    this.#step()
    switch (node.kind) {
      case 'character':
        return at < this.#text.length && node.test(this.#text[at]!) && next(at + 1)
      case 'sequence':
        return this.#sequence(node.items, 0, at, next)
      case 'choice':
        return node.options.some((option) => this.#match(option, at, next))
      case 'group':
        return this.#group(node.index, node.body, at, next)
      case 'repeat':
        return node.body.kind === 'character'
          ? this.#run(node.body.test, node, at, next)
          : this.#repeat(node, 0, at, next)
      case 'edge':
        return this.#edge(node.at, at) && next(at)
      case 'look':
        return this.#match(node.body, at, () => true) !== node.negated && next(at)
      case 'same':
        return this.#same(this.#groups[node.group()], at, next)
    }
  }

  #sequence(items: readonly PatternNode[], index: number, at: number, next: Next): boolean {
    const item = items[index]
    if (!item) return next(at)
    return this.#match(item, at, (end) => this.#sequence(items, index + 1, end, next))
  }

  #group(index: number, body: PatternNode, at: number, next: Next): boolean {
    const before = this.#groups[index]
    const found = this.#match(body, at, (end) => {
      const inner = this.#groups[index]
      this.#groups[index] = [at, end]
      if (next(end)) return true
      this.#groups[index] = inner
      return false
    })
    if (!found) this.#groups[index] = before
    return found
  }

  /** Repeated single characters need no recursion, however long the text is. */
  #run(
    test: (character: string) => boolean,
    { least, most, lazy }: { readonly least: number; readonly most: number; readonly lazy: boolean },
    at: number,
    next: Next,
  ): boolean {
    const taken = (count: number): boolean => {
      this.#step()
      return count < most && at + count < this.#text.length && test(this.#text[at + count]!)
    }
    let count = 0
    if (lazy) {
      for (; ; count++) {
        if (count >= least && next(at + count)) return true
        if (!taken(count)) return false
      }
    }
    while (taken(count)) count++
    for (; count >= least; count--) if (next(at + count)) return true
    return false
  }

  #repeat(node: PatternNode & { readonly kind: 'repeat' }, count: number, at: number, next: Next): boolean {
    this.#step()
    const { body, least, most, lazy } = node
    const more = (): boolean =>
      count < most &&
      this.#match(body, at, (end) => (end !== at || count < least) && this.#repeat(node, count + 1, end, next))
    if (count < least) return more()
    return lazy ? next(at) || more() : more() || next(at)
  }

  #edge(edge: 'start' | 'end' | 'word' | 'no-word', at: number): boolean {
    if (edge === 'start') return at === 0
    if (edge === 'end') return at === this.#text.length
    const [before, after] = [at - 1, at].map((index) => wordCharacter.test(this.#text[index] ?? ''))
    return (before !== after) === (edge === 'word')
  }

  #same(group: readonly [number, number] | undefined, at: number, next: Next): boolean {
    const length = group ? group[1] - group[0] : 0
    for (let index = 0; index < length; index++) {
      this.#step()
      if (this.#text[group![0] + index] !== this.#text[at + index]) return false
    }
    return next(at + length)
  }

  #step(): void {
    this.#share.draw(stepWork)
  }
}
