import { limits } from '../../limits.ts'

/** A parsed regular expression. The host's RegExp matches atoms, which consume one character. */
export type PatternNode =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'group'; readonly index: number; readonly body: PatternNode }
  | Repeat
  | { readonly kind: 'edge'; readonly at: 'start' | 'end' | 'word' | 'no-word' }
  | { readonly kind: 'look'; readonly body: PatternNode; readonly negated: boolean }
  | { readonly kind: 'same'; readonly group: () => number }

export interface Repeat {
  readonly kind: 'repeat'
  readonly body: PatternNode
  readonly least: number
  readonly most: number
  readonly lazy: boolean
  /** The group numbers in the body, from the first up to but excluding the last. Every round resets them. */
  readonly groups: readonly [from: number, to: number]
}

export type CharacterTest = (character: string) => boolean

/** Thrown for a pattern that is valid in JavaScript but that this matcher does not support. */
export class UnsupportedPattern extends Error {}

/** Thrown for a pattern that exceeds a limit. */
export class PatternLimit extends Error {}

const surrogates = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/y
const escape = /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|0\d+|.)/suy
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\?)?/y
const reference = /\\(?:([1-9]\d*)|k<([^>]*)>)/y

/**
 * Parses a pattern with the `u` flag. Throws `SyntaxError` for an invalid pattern, `UnsupportedPattern` or
 * `PatternLimit`. The host parses only single characters and classes, so that hosts agree on the rest.
 */
export function parsePattern(source: string): PatternNode {
  return new PatternParser(source).whole()
}

class PatternParser {
  readonly #source: string
  #at = 0
  #groups = 0
  readonly #names = new Map<string, number>()
  readonly #references: (() => number | undefined)[] = []

  constructor(source: string) {
    this.#source = source
  }

  whole(): PatternNode {
    const pattern = this.#choice(0)
    if (this.#at < this.#source.length) throw new SyntaxError('it has an unmatched )')
    if (this.#references.some((group) => (group() ?? Infinity) > this.#groups))
      throw new SyntaxError('it refers to a group that does not exist')
    return pattern
  }

  #choice(depth: number): PatternNode {
    if (depth > limits.patternDepth)
      throw new PatternLimit(`it nests more than ${limits.patternDepth} groups (limit patternDepth)`)
    const options = [this.#sequence(depth)]
    while (this.#take('|')) options.push(this.#sequence(depth))
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  #sequence(depth: number): PatternNode {
    const items: PatternNode[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!)) items.push(this.#repeated(depth))
    return items.length === 1 ? items[0]! : { kind: 'sequence', items }
  }

  #repeated(depth: number): PatternNode {
    const from = this.#groups + 1
    const body = this.#atom(depth)
    const found = this.#match(quantifier)
    if (!found) return body
    if (body.kind === 'edge' || body.kind === 'look') throw new SyntaxError('it repeats an assertion')
    const [, sign, exact, comma, upper, lazy] = found
    const least = sign === undefined ? Number(exact) : sign === '+' ? 1 : 0
    const most = sign === '?' ? 1 : sign !== undefined || upper === '' ? Infinity : comma ? Number(upper) : least
    if (least > most) throw new SyntaxError('it has a quantifier whose minimum exceeds its maximum')
    return { kind: 'repeat', body, least, most, lazy: lazy !== undefined, groups: [from, this.#groups + 1] }
  }

  #atom(depth: number): PatternNode {
    if (this.#take('(')) return this.#group(depth)
    if (this.#take('^')) return { kind: 'edge', at: 'start' }
    if (this.#take('$')) return { kind: 'edge', at: 'end' }
    if (this.#take('\\b')) return { kind: 'edge', at: 'word' }
    if (this.#take('\\B')) return { kind: 'edge', at: 'no-word' }
    const [back, number, name = ''] = this.#match(reference) ?? []
    if (back !== undefined) {
      const group = (): number | undefined => (number === undefined ? this.#names.get(name) : Number(number))
      this.#references.push(group)
      return { kind: 'same', group: () => group() ?? 0 }
    }
    const written = this.#source[this.#at] === '[' ? this.#class() : this.#escaped()
    if (written !== undefined) return oneOf(written)
    const literal = String.fromCodePoint(this.#source.codePointAt(this.#at)!)
    if ('*+?{}]\\'.includes(literal)) throw new SyntaxError(`it has an unexpected ${literal}`)
    this.#at += literal.length
    return literal === '.' ? oneOf('.') : { kind: 'character', test: (character) => character === literal }
  }

  #escaped(): string | undefined {
    return (this.#match(surrogates) ?? this.#match(escape))?.[0]
  }

  #class(): string {
    const start = this.#at
    do {
      this.#at += this.#source[this.#at] === '\\' ? 2 : 1
      if (this.#at >= this.#source.length) throw new SyntaxError('it has an unclosed character class')
    } while (this.#source[this.#at] !== ']')
    return this.#source.slice(start, ++this.#at)
  }

  #group(depth: number): PatternNode {
    if (this.#take('?<=') || this.#take('?<!')) throw new UnsupportedPattern('it has a lookbehind')
    const look = this.#take('?=') ? '=' : this.#take('?!') ? '!' : undefined
    const index = look !== undefined || this.#take('?:') ? 0 : this.#opened()
    const body = this.#choice(depth + 1)
    if (!this.#take(')')) throw new SyntaxError('it has an unclosed group')
    if (look !== undefined) return { kind: 'look', body, negated: look === '!' }
    if (index > 0) return { kind: 'group', index, body }
    // A body that only matches a position can be repeated only within a group, so the body becomes a sequence.
    return body.kind === 'edge' || body.kind === 'look' ? { kind: 'sequence', items: [body] } : body
  }

  /** Opens a capturing group and returns its number. */
  #opened(): number {
    const name = this.#source.startsWith('?<', this.#at) ? this.#groupName() : undefined
    if (name === undefined && this.#source[this.#at] === '?') throw new SyntaxError('it has a group of an unknown kind')
    const index = ++this.#groups
    if (name === undefined) return index
    if (this.#names.has(name)) throw new SyntaxError(`it has two groups named ${name}`)
    this.#names.set(name, index)
    return index
  }

  #groupName(): string | undefined {
    // Created on demand, because it takes long to compile and few patterns have names.
    return this.#match(/\?<([\p{ID_Start}$_][\p{ID_Continue}$_\u200c\u200d]*)>/uy)?.[1]
  }

  #take(text: string): boolean {
    const found = this.#source.startsWith(text, this.#at)
    if (found) this.#at += text.length
    return found
  }

  #match(shape: RegExp): RegExpExecArray | null {
    shape.lastIndex = this.#at
    const found = shape.exec(this.#source)
    if (found) this.#at += found[0].length
    return found
  }
}

function oneOf(source: string): PatternNode {
  try {
    const whole = new RegExp(`^(?:${source})$`, 'u')
    return { kind: 'character', test: (character) => whole.test(character) }
  } catch {
    // The text of the host's message differs between hosts.
    throw new SyntaxError(
      `${source.length > 40 ? `${source.slice(0, 40)}…` : source} is not a valid character or class`,
    )
  }
}
