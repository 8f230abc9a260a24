import { limits } from '../../limits.ts'
import { classEscape, escapedCharacter, type Fits } from './python-escape.ts'

/** A pattern of Python's `re` with only constructs that can be matched in linear time. */
export type PythonPattern =
  | { readonly kind: 'one'; readonly fits: Fits }
  | { readonly kind: 'row'; readonly items: readonly PythonPattern[] }
  | { readonly kind: 'choice'; readonly options: readonly PythonPattern[] }
  | { readonly kind: 'repeat'; readonly body: PythonPattern; readonly least: number; readonly most: number }
  | { readonly kind: 'edge'; readonly at: Edge }

export type Edge = 'start' | 'end' | 'line-start' | 'line-end' | 'last-line-end' | 'word' | 'no-word'

/** Thrown for a pattern that cannot be evaluated. The message completes a sentence that begins with "the pattern". */
export class PatternProblem extends Error {}

interface Flags {
  readonly ignoreCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
}

/**
 * Parses a pattern like Python's `re`: `$` also matches before a final newline, and classes include all of Unicode.
 * Throws `PatternProblem` for a pattern that is invalid or not supported.
 */
export function parsePythonPattern(source: string): PythonPattern {
  const leading = /^\(\?([imsu]+)\)/.exec(source)?.[1] ?? ''
  const flags = {
    ignoreCase: leading.includes('i'),
    multiline: leading.includes('m'),
    dotAll: leading.includes('s'),
  }
  const characters = [...source.slice(leading === '' ? 0 : leading.length + 3)]
  const parser = new Parser(characters, flags)
  const pattern = parser.choice(0)
  if (!parser.atEnd) throw new PatternProblem('has an unmatched )')
  return pattern
}

/** Maximum number of characters in a group name and in a count in braces. */
const longestName = 200
const longestCount = 50

class Parser {
  readonly #source: readonly string[]
  readonly #flags: Flags
  #at = 0

  constructor(source: readonly string[], flags: Flags) {
    this.#source = source
    this.#flags = flags
  }

  get atEnd(): boolean {
    return this.#at >= this.#source.length
  }

  choice(depth: number): PythonPattern {
    if (depth > limits.patternDepth)
      throw new PatternProblem(`nests more than ${limits.patternDepth} groups (limit patternDepth)`)
    const options = [this.#row(depth)]
    while (this.#take('|')) options.push(this.#row(depth))
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  #row(depth: number): PythonPattern {
    const items: PythonPattern[] = []
    while (!this.atEnd && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      const item = this.#atom(depth)
      if (item) items.push(this.#repeated(item))
    }
    return { kind: 'row', items }
  }

  #repeated(body: PythonPattern): PythonPattern {
    const counts = this.#quantifier()
    if (!counts) return body
    if (body.kind === 'edge') throw new PatternProblem('has a quantifier with nothing to repeat')
    this.#take('?') // laziness does not affect whether a repetition matches
    if (this.#source[this.#at] === '+') throw new PatternProblem('has a possessive quantifier, which is not supported')
    if (this.#quantifier()) throw new PatternProblem('has two quantifiers in a row')
    if (counts.least > counts.most) throw new PatternProblem('has a quantifier whose minimum exceeds its maximum')
    return { kind: 'repeat', body, ...counts }
  }

  #quantifier(): { readonly least: number; readonly most: number } | undefined {
    if (this.#take('*')) return { least: 0, most: Infinity }
    if (this.#take('+')) return { least: 1, most: Infinity }
    if (this.#take('?')) return { least: 0, most: 1 }
    if (this.#source[this.#at] !== '{' || this.#source[this.#at + 1] === '}') return undefined
    const written = /^\{(\d*)(?:(,)(\d*))?\}/.exec(this.#ahead(longestCount))
    if (!written) return undefined
    const [all, least = '', comma, most = ''] = written
    this.#at += all.length
    return { least: Number(least), most: comma === undefined ? Number(least) : most === '' ? Infinity : Number(most) }
  }

  /** Parses an atom; undefined for a comment. */
  #atom(depth: number): PythonPattern | undefined {
    const sign = this.#source[this.#at++]!
    switch (sign) {
      case '(':
        return this.#group(depth)
      case '[':
        return this.#one(this.#class())
      case '.':
        return { kind: 'one', fits: this.#flags.dotAll ? () => true : (character) => character !== '\n' }
      case '^':
        return { kind: 'edge', at: this.#flags.multiline ? 'line-start' : 'start' }
      case '$':
        return { kind: 'edge', at: this.#flags.multiline ? 'line-end' : 'last-line-end' }
      case '\\':
        return this.#escape()
      case '*':
      case '+':
      case '?':
        throw new PatternProblem('has a quantifier with nothing to repeat')
      default:
        return this.#one((character) => character === sign)
    }
  }

  #one(fits: Fits): PythonPattern {
    return { kind: 'one', fits: this.#flags.ignoreCase ? anyCase(fits) : fits }
  }

  #group(depth: number): PythonPattern | undefined {
    if (this.#take('?')) {
      if (this.#take('#')) return this.#comment()
      if (this.#take('P')) {
        const name = /^<[\p{L}_][\p{L}\p{N}_]*>/u.exec(this.#ahead(longestName))?.[0]
        if (name === undefined) throw new PatternProblem('has a backreference, which is not supported')
        this.#at += [...name].length
      } else if (!this.#take(':')) throw new PatternProblem('has lookaround or flags, which are not supported here')
    }
    const body = this.choice(depth + 1)
    if (!this.#take(')')) throw new PatternProblem('has an unclosed group')
    return { kind: 'row', items: [body] }
  }

  #comment(): undefined {
    const end = this.#source.indexOf(')', this.#at)
    if (end === -1) throw new PatternProblem('has an unclosed comment')
    this.#at = end + 1
  }

  #escape(): PythonPattern {
    const letter = this.#source[this.#at]
    const edge = letter === undefined ? undefined : edges.get(letter)
    if (edge) {
      this.#at++
      return { kind: 'edge', at: edge }
    }
    return this.#one(this.#escaped(false))
  }

  #escaped(inClass: boolean): Fits {
    const fits = classEscape(this.#source[this.#at])
    if (fits) {
      this.#at++
      return fits
    }
    const character = this.#literal(inClass)
    return (other) => other === character
  }

  /** The character of an escape. */
  #literal(inClass: boolean): string {
    const found = escapedCharacter(this.#source.slice(this.#at, this.#at + 9).join(''), inClass)
    if ('problem' in found) throw new PatternProblem(found.problem)
    this.#at += found.length
    return found.character
  }

  #class(): Fits {
    const negated = this.#take('^')
    const members: Fits[] = []
    do members.push(this.#member())
    while (this.#source[this.#at] !== ']' && !this.atEnd)
    if (!this.#take(']')) throw new PatternProblem('has an unclosed character class')
    const fits: Fits = (character) => members.some((member) => member(character))
    const cased = this.#flags.ignoreCase ? anyCase(fits) : fits
    return negated ? (character) => !cased(character) : cased
  }

  #member(): Fits {
    const whole = this.#source[this.#at] === '\\' ? classEscape(this.#source[this.#at + 1]) : undefined
    if (whole) {
      this.#at += 2
      if (this.#isRange()) throw new PatternProblem('has a range that begins with a class')
      return whole
    }
    const low = this.#classCharacter()
    if (!this.#isRange()) return (character) => character === low
    this.#at++
    if (this.#source[this.#at] === '\\' && classEscape(this.#source[this.#at + 1]))
      throw new PatternProblem('has a range that ends with a class')
    const [from, to] = [low, this.#classCharacter()].map((character) => character.codePointAt(0)!)
    if (from! > to!) throw new PatternProblem('has a range in reverse order')
    return (character) => {
      const code = character.codePointAt(0)!
      return from! <= code && code <= to!
    }
  }

  /** Whether a `-` follows that is not the last member of the class. */
  #isRange(): boolean {
    return this.#source[this.#at] === '-' && this.#at + 1 < this.#source.length && this.#source[this.#at + 1] !== ']'
  }

  #classCharacter(): string {
    const character = this.#source[this.#at++]
    if (character === undefined) throw new PatternProblem('has an unclosed character class')
    return character === '\\' ? this.#literal(true) : character
  }

  /** The next characters, up to a short limit, because reading to the end each time would take quadratic time. */
  #ahead(most: number): string {
    return this.#source.slice(this.#at, this.#at + most).join('')
  }

  #take(sign: string): boolean {
    const found = this.#source[this.#at] === sign
    if (found) this.#at++
    return found
  }
}

const edges: ReadonlyMap<string, Edge> = new Map<string, Edge>([
  ['A', 'start'],
  ['Z', 'end'],
  ['b', 'word'],
  ['B', 'no-word'],
])

function anyCase(fits: Fits): Fits {
  return (character) => fits(character) || fits(character.toLowerCase()) || fits(character.toUpperCase())
}
