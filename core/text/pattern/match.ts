import type { WorkShare } from '../../work-budget.ts'
import type { CharacterTest, PatternNode, Repeat } from './parse.ts'

/**
 * Whether a pattern is found anywhere in a string, as with `new RegExp(pattern, 'u').test(text)`, but with limited
 * work. Users write the patterns and strings, which could block the host's own matcher for years. The matcher is not
 * recursive, so all hosts have the same limits. Throws `WorkLimit` if the share is used up.
 */
export function matchesPattern(pattern: PatternNode, text: string, share: WorkShare): boolean {
  share.draw(matchWork + text.length)
  return new Matcher([...text], share).search(pattern)
}

/** Units of work per match, in addition to its steps. */
const matchWork = 10

/** Units of work per step. */
const stepWork = 1

/** Units of work per stored alternative, which takes memory until it is tried. */
const wayWork = 8

const wordCharacter = /^\w$/

/** The next task: match a part of the pattern, or continue a part. */
type Task =
  | PatternNode
  | { readonly kind: 'items'; readonly items: readonly PatternNode[]; readonly index: number }
  | { readonly kind: 'options'; readonly options: readonly PatternNode[]; readonly index: number }
  | { readonly kind: 'close'; readonly index: number; readonly start: number }
  | { readonly kind: 'begin'; readonly node: Repeat; readonly count: number }
  | { readonly kind: 'round'; readonly node: Repeat; readonly count: number; readonly start: number }
  | { readonly kind: 'fewer'; readonly least: number; readonly count: number }
  | { readonly kind: 'more'; readonly test: CharacterTest; readonly left: number }
  | { readonly kind: 'seen'; readonly negated: boolean; readonly at: number; readonly ways: number }

interface Rest {
  readonly task: Task
  readonly rest: Rest | null
}

/** A state to return to if an alternative does not match. */
interface Way {
  readonly rest: Rest | null
  readonly at: number
  /** The number of earlier group changes. */
  readonly changes: number
}

type Group = readonly [start: number, end: number] | undefined

class Matcher {
  readonly #text: readonly string[]
  readonly #share: WorkShare
  readonly #groups: Group[] = []
  readonly #changes: { readonly index: number; readonly before: Group }[] = []
  readonly #ways: Way[] = []
  #rest: Rest | null = null
  #at = 0

  constructor(text: readonly string[], share: WorkShare) {
    this.#text = text
    this.#share = share
  }

  search(root: PatternNode): boolean {
    for (let start = 0; start <= this.#text.length; start++) if (this.#matchesFrom(root, start)) return true
    return false
  }

  #matchesFrom(root: PatternNode, start: number): boolean {
    this.#groups.length = this.#changes.length = this.#ways.length = 0
    this.#at = start
    this.#rest = { task: root, rest: null }
    while (this.#rest !== null) {
      this.#share.draw(stepWork)
      const { task }: Rest = this.#rest
      this.#rest = this.#rest.rest
      if (!this.#take(task) && !this.#goBack()) return false
    }
    return true
  }

  /** Matches or begins one task. Returns false if the task does not match. */
  #take(task: Task): boolean {
    switch (task.kind) {
      case 'character':
        return this.#one(task.test)
      case 'sequence':
        return task.items.length === 0 || this.#then({ kind: 'items', items: task.items, index: 0 })
      case 'items': {
        const { items, index } = task
        if (index + 1 < items.length) this.#then({ kind: 'items', items, index: index + 1 })
        return this.#then(items[index]!)
      }
      case 'choice':
        return this.#then({ kind: 'options', options: task.options, index: 0 })
      case 'options': {
        const { options, index } = task
        if (index + 1 < options.length) this.#orElse({ kind: 'options', options, index: index + 1 })
        return this.#then(options[index]!)
      }
      case 'group':
        this.#then({ kind: 'close', index: task.index, start: this.#at })
        return this.#then(task.body)
      case 'close':
        return this.#set(task.index, [task.start, this.#at])
      case 'repeat':
        return task.body.kind === 'character'
          ? this.#run(task.body.test, task)
          : this.#round({ kind: 'round', node: task, count: 0, start: -1 })
      case 'begin':
        return this.#begin(task.node, task.count)
      case 'round':
        return this.#round(task)
      case 'fewer':
        return this.#fewer(task.least, task.count)
      case 'more':
        return this.#one(task.test) && this.#more(task.test, task.left - 1)
      case 'edge':
        return this.#edge(task.at)
      case 'look': {
        const ways = this.#ways.length
        if (task.negated) this.#keep(this.#rest)
        this.#then({ kind: 'seen', negated: task.negated, at: this.#at, ways })
        return this.#then(task.body)
      }
      case 'seen':
        // After a match, a lookahead tries no other alternatives.
        this.#ways.length = task.ways
        this.#at = task.at
        return !task.negated
      case 'same':
        return this.#same(this.#groups[task.group()])
    }
  }

  #then(task: Task): true {
    this.#rest = { task, rest: this.#rest }
    return true
  }

  #orElse(task: Task): void {
    this.#keep({ task, rest: this.#rest })
  }

  #keep(rest: Rest | null): void {
    this.#share.draw(wayWork)
    this.#ways.push({ rest, at: this.#at, changes: this.#changes.length })
  }

  #goBack(): boolean {
    const way = this.#ways.pop()
    if (!way) return false
    this.#rest = way.rest
    this.#at = way.at
    while (this.#changes.length > way.changes) {
      const { index, before } = this.#changes.pop()!
      this.#groups[index] = before
    }
    return true
  }

  #set(index: number, group: Group): true {
    this.#share.draw(stepWork)
    if (this.#groups[index] === group) return true
    this.#changes.push({ index, before: this.#groups[index] })
    this.#groups[index] = group
    return true
  }

  #one(test: CharacterTest): boolean {
    if (this.#at >= this.#text.length || !test(this.#text[this.#at]!)) return false
    this.#at++
    return true
  }

  /** Matches a repeated single character as often as possible, or as rarely as allowed. */
  #run(test: CharacterTest, { least, most, lazy }: Repeat): boolean {
    const start = this.#at
    const wanted = lazy ? least : most
    while (this.#at - start < wanted && this.#one(test)) this.#share.draw(stepWork)
    const count = this.#at - start
    if (count < least) return false
    if (lazy) return this.#more(test, most - least)
    this.#at = start
    return this.#fewer(least, count)
  }

  #fewer(least: number, count: number): true {
    if (count > least) this.#orElse({ kind: 'fewer', least, count: count - 1 })
    this.#at += count
    return true
  }

  #more(test: CharacterTest, left: number): true {
    if (left > 0) this.#orElse({ kind: 'more', test, left })
    return true
  }

  /** Continues after a number of rounds of a repetition. An extra round that consumed nothing does not count. */
  #round({ node, count, start }: Task & { readonly kind: 'round' }): boolean {
    if (count < node.least) return this.#begin(node, count)
    if (count > node.least && this.#at === start) return false
    if (count >= node.most) return true
    if (node.lazy) {
      this.#orElse({ kind: 'begin', node, count })
      return true
    }
    this.#keep(this.#rest)
    return this.#begin(node, count)
  }

  #begin(node: Repeat, count: number): true {
    for (let index = node.groups[0]; index < node.groups[1]; index++) this.#set(index, undefined)
    this.#then({ kind: 'round', node, count: count + 1, start: this.#at })
    return this.#then(node.body)
  }

  #edge(edge: 'start' | 'end' | 'word' | 'no-word'): boolean {
    if (edge === 'start') return this.#at === 0
    if (edge === 'end') return this.#at === this.#text.length
    const [before, after] = [this.#at - 1, this.#at].map((index) => wordCharacter.test(this.#text[index] ?? ''))
    return (before !== after) === (edge === 'word')
  }

  #same(group: Group): boolean {
    const [start, end] = group ?? [0, 0]
    for (let index = start; index < end; index++) {
      this.#share.draw(stepWork)
      if (this.#text[index] !== this.#text[this.#at]) return false
      this.#at++
    }
    return true
  }
}
