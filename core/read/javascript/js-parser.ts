import { Parser, type Options, type Program } from 'acorn'
import { tsPlugin } from '@sveltejs/acorn-typescript'
import { NameList } from './name-list.ts'

/** A file as acorn sees it, or the first thing that is no JavaScript or TypeScript. */
export type JsParse =
  | { readonly kind: 'parsed'; readonly program: Program }
  | { readonly kind: 'syntax-error'; readonly message: string; readonly start: number; readonly end: number }

/** What acorn's parsers have, but do not publish. */
interface ParserInternals {
  readonly input: string
  /** Where the current token begins. */
  readonly start: number
  /** Where the next one is looked for. */
  readonly pos: number
  charactersRead?: number
  depth?: number
  readonly scopeStack: readonly Record<string, unknown>[]
  readonly importsStack?: unknown[]
  parse(): Program
  nextToken(): void
  raiseRecoverable(at: number, message: string): void
  enterScope(flags: number): void
}

type Internal = (this: ParserInternals, ...inputs: unknown[]) => unknown

// Backtracking over nested `<T>(` takes exponential time, and reads what stands inside again each time, comments too: what
// counts is how often each character is read, not how many tokens that makes. Real files read each once or twice.
const readsPerCharacter = 6
const freeReads = 2000

/** How much stack the methods take that call themselves for what stands inside; measured against V8's default stack. */
const weights: Readonly<Record<string, number>> = {
  parseStatement: 4,
  parseMaybeAssign: 4,
  parseMaybeUnary: 2,
  parseExprAtom: 2,
  parseExprOp: 2,
  parseBindingAtom: 4,
  tsParseType: 4,
  tsParseTypeOperatorOrHigher: 2,
  tsParseNonArrayType: 4,
  tsParseTypeParameter: 4,
}
const mostWeight = 1000

/** Let a scope look its names up; acorn makes the outermost one before a parser is complete. */
function withIndexedNames(base: typeof Parser): typeof Parser {
  class Indexed extends base {}
  const methods = Indexed.prototype as unknown as ParserInternals
  const { enterScope, parse } = methods
  const index = (lists: Record<string, unknown>): void => {
    for (const [key, list] of Object.entries(lists))
      if (Array.isArray(list) && list.length === 0) lists[key] = new NameList()
  }
  methods.enterScope = function (flags) {
    enterScope.call(this, flags)
    const innermost = this.scopeStack.at(-1)
    if (innermost) index(innermost)
  }
  methods.parse = function () {
    for (const scope of this.scopeStack) index(scope)
    if (this.importsStack) this.importsStack[0] = new NameList()
    return parse.call(this)
  }
  return Indexed
}

/** Bound time and recursion: V8 may end the whole process when a pattern is first compiled at the end of the stack. */
function bounded(base: typeof Parser): typeof Parser {
  class Bounded extends base {}
  const methods = Bounded.prototype as unknown as ParserInternals & Record<string, Internal | undefined>
  const { nextToken } = methods
  methods.nextToken = function () {
    const before = this.pos
    nextToken.call(this)
    this.charactersRead = (this.charactersRead ?? 0) + 1 + this.pos - before
    if (this.charactersRead > this.input.length * readsPerCharacter + freeReads) throw new TooMuch(this.start)
  }
  for (const [name, weight] of Object.entries(weights)) {
    const method = methods[name]
    if (!method) continue
    methods[name] = function (this: ParserInternals, ...inputs) {
      const depth = this.depth ?? 0
      if (depth > mostWeight) throw new TooMuch(this.start)
      this.depth = depth + weight
      try {
        return method.apply(this, inputs)
      } finally {
        this.depth = depth
      }
    }
  }
  return Bounded
}

class TooMuch extends Error {
  readonly at: number

  constructor(at: number) {
    super()
    this.at = at
  }
}

/** The plugin takes a type and a value of one name for a clash; TypeScript and the file's host know better. */
function withoutClashes(base: typeof Parser): typeof Parser {
  class Tolerant extends base {}
  const internals = Tolerant.prototype as unknown as ParserInternals
  const { raiseRecoverable } = internals
  internals.raiseRecoverable = function (this: ParserInternals, at: number, message: string) {
    if (!message.endsWith('has already been declared')) raiseRecoverable.call(this, at, message)
  }
  return Tolerant
}

/** Shorter texts declare so few names that looking through them all is faster: 15 us of a tool of ten lines. */
const longText = 4_000

type Plugin = (base: typeof Parser) => typeof Parser

/** A parser of short and one of long texts, each made when a text first needs it. */
function parsers(...plugins: readonly Plugin[]): (length: number) => typeof Parser {
  let short: typeof Parser | undefined
  let long: typeof Parser | undefined
  return (length) =>
    length < longText
      ? (short ??= Parser.extend(...plugins, bounded))
      : (long ??= Parser.extend(...plugins, withIndexedNames, bounded))
}

const JavaScript = parsers()
const TypeScript = parsers((base) => tsPlugin()(base), withoutClashes)

const common = { ecmaVersion: 'latest', allowHashBang: true, allowReturnOutsideFunction: true } as const
const asModule: Options = { ...common, sourceType: 'module' }
const asScript: Options = { ...common, sourceType: 'script' }

/** Parse a file by its extension: `.ts` as TypeScript, others as a module, else a script, else as TypeScript (R2.4). */
export function parseJs(text: string, extension: string): JsParse {
  const tryTs = () => attempt(text, TypeScript, { ...asModule, locations: true })
  if (extension === '.ts') return tryTs()
  const first = attempt(text, JavaScript, extension === '.cjs' ? asScript : asModule)
  if (first.kind === 'parsed') return first
  for (const next of [() => attempt(text, JavaScript, asScript), tryTs]) {
    const again = next()
    if (again.kind === 'parsed') return again
  }
  return first
}

function attempt(text: string, parserFor: (length: number) => typeof Parser, options: Options): JsParse {
  try {
    return { kind: 'parsed', program: parserFor(text.length).parse(text, options) }
  } catch (error) {
    // Anything else than acorn's own error is a limit, or a fault of a plugin: no text may break more than its own reading.
    if (error instanceof SyntaxError) return syntaxError(text, error)
    const start = error instanceof TooMuch ? Math.min(error.at, text.length) : 0
    return {
      kind: 'syntax-error',
      message: 'nested too deeply to be read',
      start,
      end: Math.min(start + 1, text.length),
    }
  }
}

function syntaxError(
  text: string,
  error: SyntaxError & { readonly pos?: unknown; readonly raisedAt?: unknown },
): JsParse {
  const start = typeof error.pos === 'number' ? Math.min(error.pos, text.length) : 0
  const reached = typeof error.raisedAt === 'number' ? error.raisedAt : start
  const end = Math.min(Math.max(reached, start + 1), text.length)
  return { kind: 'syntax-error', message: error.message.replace(/ \(\d+:\d+\)$/, ''), start, end }
}
