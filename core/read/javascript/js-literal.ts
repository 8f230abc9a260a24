import type { Located, LocatedEntry, LocatedScalar } from '../located.ts'
import { limits } from '../../limits.ts'
import { pyFloat, pyInt, type Value } from '../value/value.ts'
import type { JsStatement } from './js-parser.ts'

type Node = Extract<JsStatement, { type: 'ExpressionStatement' }>['expression']
type ObjectExpression = Extract<Node, { type: 'ObjectExpression' }>
type TemplateLiteral = Extract<Node, { type: 'TemplateLiteral' }>

/** A node of the syntax tree, with the place that the parser sets. */
export interface Spanned {
  readonly start?: number | null | undefined
  readonly end?: number | null | undefined
}

/** The offsets of a syntax node. */
export function placeOf({ start, end }: Spanned): { readonly start: number; readonly end: number } {
  return { start: start ?? 0, end: end ?? 0 }
}

/** An expression without TypeScript's type assertions around it. */
function untyped(node: Node): Node {
  let here = node
  while (
    here.type === 'TSAsExpression' ||
    here.type === 'TSSatisfiesExpression' ||
    here.type === 'TSTypeAssertion' ||
    here.type === 'TSNonNullExpression'
  )
    here = here.expression
  return here
}

/**
 * The value of a JavaScript or TypeScript literal; undefined for other expressions (rule M7). Literals are strings,
 * templates without substitutions, signed numbers, booleans, null, arrays and plain objects.
 */
export function jsLiteral(text: string, expression: Node, depth = 0): Located | undefined {
  if (depth > limits.valueDepth) return undefined
  const node = untyped(expression)
  const { start, end } = placeOf(node)
  switch (node.type) {
    case 'StringLiteral':
      return scalar(node.value, start, end, spelledAt(text, node.value, start + 1))
    case 'NumericLiteral':
      return scalar(jsNumber(node.value), start, end)
    case 'BooleanLiteral':
      return scalar(node.value, start, end)
    case 'NullLiteral':
      return scalar(null, start, end)
    case 'TemplateLiteral':
      return templateLiteral(text, node)
    case 'UnaryExpression': {
      if (node.operator !== '-' && node.operator !== '+') return undefined
      if (node.argument.type !== 'NumericLiteral') return undefined
      const { value } = node.argument
      return scalar(jsNumber(node.operator === '-' ? -value : value), start, end)
    }
    case 'ArrayExpression': {
      const items: Located[] = []
      for (const element of node.elements) {
        const item = element && element.type !== 'SpreadElement' ? jsLiteral(text, element, depth + 1) : undefined
        if (!item) return undefined
        items.push(item)
      }
      return { kind: 'list', items, start, end }
    }
    case 'ObjectExpression':
      return objectLiteral(text, node, depth)
    default:
      return undefined
  }
}

function scalar(value: Value, start: number, end: number, text = -1): LocatedScalar {
  return { kind: 'scalar', value, start, end, text }
}

/** Every whole number is an integer, in any notation (corpus README, section 2). */
function jsNumber(number: number): Value {
  return Number.isInteger(number) ? pyInt(BigInt(number)) : pyFloat(number)
}

function templateLiteral(text: string, node: TemplateLiteral): Located | undefined {
  const value = node.quasis[0]?.value.cooked
  if (node.expressions.length > 0 || typeof value !== 'string') return undefined
  const { start, end } = placeOf(node)
  return scalar(value, start, end, spelledAt(text, value, start + 1))
}

function spelledAt(text: string, value: string, offset: number): number {
  return text.startsWith(value, offset) ? offset : -1
}

function objectLiteral(text: string, node: ObjectExpression, depth: number): Located | undefined {
  const entries = new Map<Value, LocatedEntry>()
  for (const property of node.properties) {
    if (property.type !== 'ObjectProperty' || property.computed || property.shorthand) return undefined
    const key = keyName(property.key)
    const value = isValue(property.value) ? jsLiteral(text, property.value, depth + 1) : undefined
    if (key === undefined || value === undefined) return undefined
    const place = placeOf(property.key)
    entries.set(key, { keyStart: place.start, keyEnd: place.end, value })
  }
  return { kind: 'dict', entries, ...placeOf(node) }
}

type Property = Extract<ObjectExpression['properties'][number], { type: 'ObjectProperty' }>

/** Whether a property's value is an expression. In an object literal, it is never a pattern. */
function isValue(value: Property['value']): value is Extract<Property['value'], Node> {
  return !/Pattern$|^RestElement$/.test(value.type)
}

function keyName(key: Property['key']): string | undefined {
  if (key.type === 'Identifier') return key.name
  return key.type === 'StringLiteral' || key.type === 'NumericLiteral' ? String(key.value) : undefined
}
