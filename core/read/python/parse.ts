import { universalNewlines } from '../../text/source.ts'
import type { Parts } from '../../parts.ts'
import type { Located } from '../located.ts'
import { CharacterFinder } from './character-part.ts'
import { SyntaxFault } from './fault.ts'
import { formatString } from './format-strings.ts'
import { Lexer } from './lexer.ts'
import { statementLiteral } from './literals.ts'
import type { PythonModule, PythonSyntaxError } from './module.ts'
import { Reader } from './reader.ts'
import { simpleStatements, statement } from './statements.ts'
import * as kinds from './tokens.ts'

/** A file read as Python, or its syntax error. */
export type PythonParse =
  | { readonly kind: 'parsed'; readonly module: PythonModule }
  | { readonly kind: 'syntax-error'; readonly error: PythonSyntaxError }
  /** The file uses character names that are still loading. */
  | { readonly kind: 'lacking' }

/**
 * Reads the metadata of a Python file (R2.1): the literals in module-level assignments, and the other module-level
 * bindings. The whole file must be valid for `ast.parse` of CPython 3.14. It is never executed.
 *
 * The parser is handwritten because a workspace can have thousands of tools. A generated parser would build a tree, start
 * asynchronously and require `wasm-unsafe-eval`. This parser takes a few microseconds per file, in linear time, and never
 * throws.
 */
export function parsePython(text: string, parts: Parts): PythonParse {
  const source = universalNewlines(text)
  const characters = new CharacterFinder(parts)
  const lexer = new Lexer(source, characters)
  try {
    checkCharacters(source)
    const module = readModule(lexer)
    return characters.isLacking ? { kind: 'lacking' } : { kind: 'parsed', module }
  } catch (fault) {
    if (!(fault instanceof SyntaxFault)) throw fault
    if (characters.isLacking) return { kind: 'lacking' }
    const { message, start, end } = unclosedBracket(lexer, fault) ?? fault
    return { kind: 'syntax-error', error: { message, start, end: Math.min(end, source.length) } }
  }
}

function checkCharacters(text: string): void {
  const nul = text.indexOf('\0')
  if (nul !== -1) throw new SyntaxFault('a Python file cannot contain null characters', nul, nul + 1)
  if (text.charCodeAt(0) === 0xfeff) throw new SyntaxFault('the file begins with a byte order mark', 0, 1)
}

function readModule(lexer: Lexer): PythonModule {
  const reader = new Reader(lexer)
  lexer.advance()
  const docstring = readDocstring(reader)
  while (lexer.kind !== kinds.END) statement(reader)
  return { docstring, literals: reader.literals, ignored: reader.ignored }
}

/**
 * The fault at an unclosed bracket of an earlier line, which is the more likely mistake; undefined without such a
 * bracket.
 */
function unclosedBracket(lexer: Lexer, fault: SyntaxFault): SyntaxFault | undefined {
  if (lexer.depth === 0) return undefined
  try {
    while (lexer.kind !== kinds.END) {
      if (lexer.kind === kinds.FORMAT_STRING) formatString(lexer)
      else lexer.advance()
    }
  } catch (later) {
    if (later instanceof SyntaxFault) return undefined
    throw later
  }
  const unclosed = lexer.unclosed()
  return unclosed && lexer.text.slice(unclosed.start, fault.start).includes('\n') ? unclosed : undefined
}

/** The module docstring, if the first statement is only a string; otherwise undefined. */
function readDocstring(reader: Reader): Located | undefined {
  const { lexer } = reader
  if (lexer.kind !== kinds.STRING && lexer.kind !== kinds.OPEN_PAREN) return undefined
  const { start } = lexer
  const literal = statementLiteral(lexer)
  if (literal?.kind !== 'scalar' || typeof literal.value !== 'string') {
    lexer.rewind(start)
    return undefined
  }
  if (lexer.skip(kinds.SEMICOLON) && lexer.kind !== kinds.NEWLINE) simpleStatements(reader)
  else lexer.expect(kinds.NEWLINE)
  return literal
}
