/** A regular expression as the matcher walks it. What stands for one character is left to the host's own RegExp. */
export type PatternNode =
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'group'; readonly index: number; readonly body: PatternNode }
  | {
      readonly kind: 'repeat'
      readonly body: PatternNode
      readonly least: number
      readonly most: number
      readonly lazy: boolean
    }
  | { readonly kind: 'edge'; readonly at: 'start' | 'end' | 'word' | 'no-word' }
  | { readonly kind: 'look'; readonly body: PatternNode; readonly negated: boolean }
  | { readonly kind: 'same'; readonly group: () => number }

/** Something that is valid in JavaScript, but that cannot be matched step by step here. */
export class UnsupportedPattern extends Error {}

const surrogates = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/y
const escape = /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|.)/suy
const classOf = /\[(?:\\.|[^\]\\])*\]/suy
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\?)?/y
const reference = /\\(?:([1-9]\d*)|k<([^>]+)>)/y

/** Parse a pattern with the `u` flag; throws a SyntaxError for what is none, and `UnsupportedPattern`. */
export function parsePattern(source: string): PatternNode {
  new RegExp(source, 'u')
  return new PatternParser(source).choice()
}

class PatternParser {
  readonly #source: string
  #at = 0
  #groups = 0
  readonly #names = new Map<string, number>()

  constructor(source: string) {
    this.#source = source
  }

  choice(): PatternNode {
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!)) items.push(this.#repeated())
    return { kind: 'sequence', items }
  }

  #repeated(): PatternNode {
    const body = this.#atom()
    const found = this.#match(quantifier)
    if (!found) return body
    const [, sign, exact, comma, upper, lazy] = found
    const least = sign === undefined ? Number(exact) : sign === '+' ? 1 : 0
    const most = sign === '?' ? 1 : sign !== undefined || upper === '' ? Infinity : comma ? Number(upper) : least
    return { kind: 'repeat', body, least, most, lazy: lazy !== undefined }
  }

  #atom(): PatternNode {
    if (this.#take('(')) return this.#group()
    if (this.#take('^')) return { kind: 'edge', at: 'start' }
    if (this.#take('$')) return { kind: 'edge', at: 'end' }
    if (this.#take('\\b')) return { kind: 'edge', at: 'word' }
    if (this.#take('\\B')) return { kind: 'edge', at: 'no-word' }
    const [back, number, name] = this.#match(reference) ?? []
    if (back !== undefined)
      return { kind: 'same', group: () => (name === undefined ? Number(number) : (this.#names.get(name) ?? 0)) }
    const written = (this.#match(surrogates) ?? this.#match(escape) ?? this.#match(classOf))?.[0]
    if (written !== undefined) return oneOf(written)
    const literal = String.fromCodePoint(this.#source.codePointAt(this.#at)!)
    this.#at += literal.length
    return literal === '.' ? oneOf('.') : { kind: 'character', test: (character) => character === literal }
  }

  #group(): PatternNode {
    if (this.#take('?<=') || this.#take('?<!')) throw new UnsupportedPattern('it looks behind')
    const look = this.#take('?=') ? '=' : this.#take('?!') ? '!' : undefined
    const name = this.#match(/\?<([^>]+)>/y)?.[1]
    const index = look !== undefined || this.#take('?:') ? 0 : ++this.#groups
    if (name !== undefined) this.#names.set(name, index)
    const body = this.choice()
    this.#take(')')
    if (look !== undefined) return { kind: 'look', body, negated: look === '!' }
    return index === 0 ? body : { kind: 'group', index, body }
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
  const whole = new RegExp(`^(?:${source})$`, 'u')
  return { kind: 'character', test: (character) => whole.test(character) }
}
