import { Parser, type Options, type Program } from 'acorn'
import { tsPlugin } from '@sveltejs/acorn-typescript'

/** A file as acorn sees it, or the first thing that is no JavaScript or TypeScript. */
export type JsParse =
  | { readonly kind: 'parsed'; readonly program: Program }
  | { readonly kind: 'syntax-error'; readonly message: string; readonly start: number; readonly end: number }

/** What acorn's parsers have, but do not publish. */
interface ParserInternals {
  readonly input: string
  tokensRead?: number
  nextToken(): void
  raiseRecoverable(at: number, message: string): void
}

// Backtracking over nested `<T>(` takes exponential time; real files need a third of a token for each character.
const tokensPerCharacter = 2
const freeTokens = 1000

function withFuel(base: typeof Parser): typeof Parser {
  class Fueled extends base {}
  const internals = Fueled.prototype as unknown as ParserInternals
  const { nextToken } = internals
  internals.nextToken = function (this: ParserInternals) {
    this.tokensRead = (this.tokensRead ?? 0) + 1
    if (this.tokensRead > this.input.length * tokensPerCharacter + freeTokens)
      throw new RangeError('too much backtracking')
    nextToken.call(this)
  }
  return Fueled
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

const JavaScript = Parser.extend(withFuel)
const TypeScript = Parser.extend(tsPlugin(), withoutClashes, withFuel)

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

function attempt(text: string, parser: typeof Parser, options: Options): JsParse {
  try {
    return { kind: 'parsed', program: parser.parse(text, options) }
  } catch (error) {
    // A RangeError is the parser's recursion or its fuel at an end: no text may break more than its own reading.
    if (error instanceof SyntaxError) return syntaxError(text, error)
    return { kind: 'syntax-error', message: 'nested too deeply to be read', start: 0, end: Math.min(1, text.length) }
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
