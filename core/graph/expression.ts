import { pyStrip } from '../read/value/strip.ts'
import { parsePath, type Path } from './path.ts'

/** One `${...}`: alternative paths, of which the first with a value is used, then pipes. */
export interface Expression {
  /** The text between the braces. */
  readonly text: string
  readonly start: number
  readonly end: number
  readonly paths: readonly ExpressionPath[]
  readonly pipes: readonly string[]
}

interface ExpressionPath {
  readonly text: string
  readonly parts: Path
}

/** A string with expressions. `whole` means that the string is exactly one expression, whose value keeps its type. */
export interface Template {
  readonly text: string
  readonly expressions: readonly Expression[]
  readonly whole: boolean
}

const expressionShape = /\$\{([^}]+)\}/g

/**
 * A string up to its last closing brace. The rest contains no expression, and repeated searches there would take
 * quadratic time.
 */
export function closed(text: string): string {
  return text.slice(0, text.lastIndexOf('}') + 1)
}

/**
 * R16.3: parses a string with expressions `${...}`, which contain one or more characters except `}`. A final newline
 * can follow an expression that is the whole string.
 */
export function parseTemplate(text: string): Template {
  const expressions = [...closed(text).matchAll(expressionShape)].map((match) => {
    const inner = match[1]!
    return { text: inner, start: match.index, end: match.index + match[0].length, ...parseExpression(inner) }
  })
  const [first] = expressions
  const rest = first && text.slice(first.end)
  return { text, expressions, whole: first?.start === 0 && (rest === '' || rest === '\n') }
}

/** Splits an expression into paths separated by `||` and, after the first single `|`, pipe names separated by `|`. */
function parseExpression(inner: string): Pick<Expression, 'paths' | 'pipes'> {
  const bar = singleBar(inner)
  const paths = inner.slice(0, bar).split('||').map(pyStrip)
  const pipes = bar === inner.length ? [] : inner.slice(bar + 1).split('|')
  return {
    paths: paths.map((path) => ({ text: path, parts: parsePath(path) })),
    pipes: pipes.map(pyStrip),
  }
}

/** The offset of the first `|` that is not part of `||`; the length of the text if there is none. */
function singleBar(inner: string): number {
  for (let at = inner.indexOf('|'); at !== -1; at = inner.indexOf('|', at)) {
    if (inner[at + 1] !== '|') return at
    at += 2
  }
  return inner.length
}

/** Templates by their text, so that the nodes of a loop are parsed once. */
export class Templates {
  readonly #known = new Map<string, Template>()

  of(text: string): Template {
    const known = this.#known.get(text)
    if (known) return known
    const template = parseTemplate(text)
    // Only strings in the graph file are templates, so the size of the file limits this map.
    this.#known.set(text, template)
    return template
  }
}
