import { universalNewlines } from '../source.ts'
import type { Located } from '../located.ts'
import { SyntaxFault } from './fault.ts'
import { Lexer } from './lexer.ts'
import { statementLiteral } from './literals.ts'
import type { PythonModule, PythonSyntaxError } from './module.ts'
import { Reader } from './reader.ts'
import { simpleStatements, statement } from './statements.ts'
import * as kinds from './tokens.ts'

/** A file read as Python, or where it stops being Python. */
export type PythonParse =
  | { readonly kind: 'parsed'; readonly module: PythonModule }
  | { readonly kind: 'syntax-error'; readonly error: PythonSyntaxError }

/**
 * Read the metadata of a Python file (R2.1): the literals that its module-level assignments give, and what else they
 * bind. The whole file must be Python as `ast.parse` of CPython 3.13 has it; it is recognised, never executed.
 *
 * Written by hand because a workspace has thousands of tools: a generated parser costs a tree, an asynchronous start
 * and `wasm-unsafe-eval`, this one some microseconds a file. It takes time linear in the text and never throws.
 */
export function parsePython(text: string): PythonParse {
  const source = universalNewlines(text)
  try {
    checkCharacters(source)
    return { kind: 'parsed', module: readModule(source) }
  } catch (fault) {
    if (!(fault instanceof SyntaxFault)) throw fault
    const { message, start, end } = fault
    return { kind: 'syntax-error', error: { message, start, end: Math.min(end, source.length) } }
  }
}

function checkCharacters(text: string): void {
  const nul = text.indexOf('\0')
  if (nul !== -1) throw new SyntaxFault('a Python file cannot contain null characters', nul, nul + 1)
  if (text.charCodeAt(0) === 0xfeff) throw new SyntaxFault('the file begins with a byte order mark', 0, 1)
}

function readModule(text: string): PythonModule {
  const lexer = new Lexer(text)
  const reader = new Reader(lexer)
  lexer.advance()
  const docstring = readDocstring(reader)
  while (lexer.kind !== kinds.END) statement(reader)
  return { docstring, literals: reader.literals, ignored: reader.ignored }
}

/** The module's docstring, if the first statement is text and nothing else. */
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
