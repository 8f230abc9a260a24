import type { Parts } from '../../parts.ts'
import type { Located } from '../located.ts'
import { jsLiteral, placeOf, type Spanned } from './js-literal.ts'
import type { JsStatement } from './js-parser.ts'
import { jsParser } from './js-part.ts'

/** A module-level name, with its place. */
interface JsName {
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
}

/** A module-level variable with a literal value (R2.4). */
interface JsAssignment extends JsName {
  readonly value: Located
}

/** A module-level name whose value cannot be read without running the file. */
interface IgnoredJsAssignment extends JsName {
  readonly because: 'not-literal' | 'no-value' | 'not-declared'
}

export type JsModule =
  | {
      readonly kind: 'parsed'
      /** Assignments in file order. If a name occurs more than once, the last assignment applies. */
      readonly literals: readonly JsAssignment[]
      readonly ignored: readonly IgnoredJsAssignment[]
    }
  | { readonly kind: 'syntax-error'; readonly message: string; readonly start: number; readonly end: number }
  /** The parser is still loading. */
  | { readonly kind: 'lacking' }

/** Reads the module-level `const`, `let` and `var` of a JavaScript or TypeScript file (R2.4, rule M7). */
export function parseJavaScript(text: string, extension: string, parts: Parts): JsModule {
  const parse = parts.get(jsParser)?.(text, extension)
  if (!parse) return { kind: 'lacking' }
  if (parse.kind === 'syntax-error') return parse
  const literals: JsAssignment[] = []
  const ignored: IgnoredJsAssignment[] = []
  for (const statement of parse.body) {
    for (const found of readStatement(text, statement)) {
      if ('value' in found) literals.push(found)
      else ignored.push(found)
    }
  }
  return { kind: 'parsed', literals, ignored }
}

function readStatement(text: string, statement: JsStatement): readonly (JsAssignment | IgnoredJsAssignment)[] {
  switch (statement.type) {
    case 'VariableDeclaration':
      return readVariables(text, statement)
    case 'ExportNamedDeclaration':
      return statement.declaration?.type === 'VariableDeclaration' ? readVariables(text, statement.declaration) : []
    case 'ExpressionStatement': {
      const { expression } = statement
      if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'Identifier') return []
      return [{ ...nameOf(expression.left), because: 'not-declared' }]
    }
    default:
      return []
  }
}

function readVariables(
  text: string,
  declaration: Extract<JsStatement, { type: 'VariableDeclaration' }>,
): readonly (JsAssignment | IgnoredJsAssignment)[] {
  if (declaration.declare || !['const', 'let', 'var'].includes(declaration.kind)) return []
  return declaration.declarations.flatMap(({ id, init }): (JsAssignment | IgnoredJsAssignment)[] => {
    if (id.type !== 'Identifier') return []
    const name = nameOf(id)
    if (!init) return [{ ...name, because: 'no-value' }]
    const value = jsLiteral(text, init)
    return value ? [{ ...name, value }] : [{ ...name, because: 'not-literal' }]
  })
}

/** A name and its place. The syntax node also contains the type annotation, if present. */
function nameOf(id: { readonly name: string } & Spanned): JsName {
  const { start, end } = placeOf(id)
  return { name: id.name, nameStart: start, nameEnd: Math.min(start + id.name.length, end) }
}
