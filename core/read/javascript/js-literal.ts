import type { Expression, Literal, Node, ObjectExpression, Property, SpreadElement, TemplateLiteral } from 'acorn'
import type { Located, LocatedEntry, LocatedScalar } from '../located.ts'
import { limits } from '../../limits.ts'
import { pyFloat, pyInt, type Value } from '../value/value.ts'

/** What TypeScript puts around an expression without changing its value. */
type TypedExpression = Node & {
  readonly type: 'TSAsExpression' | 'TSSatisfiesExpression' | 'TSTypeAssertion'
  readonly expression: Expression | TypedExpression
}

const typed: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSTypeAssertion'])

function isTyped(node: Expression | TypedExpression): node is TypedExpression {
  return typed.has(node.type)
}

function untyped(node: Expression | TypedExpression): Expression {
  let here = node
  while (isTyped(here)) here = here.expression
  return here
}

/**
 * The value of a literal of JavaScript or TypeScript, undefined for any other expression (rule M7): strings, templates
 * without substitution, signed numbers, booleans, null, arrays and plain objects.
 */
export function jsLiteral(text: string, expression: Expression, depth = 0): Located | undefined {
  if (depth > limits.valueDepth) return undefined
  const node = untyped(expression)
  const { start, end } = node
  switch (node.type) {
    case 'Literal':
      return plainLiteral(text, node)
    case 'TemplateLiteral':
      return templateLiteral(text, node)
    case 'UnaryExpression': {
      if (node.operator !== '-' && node.operator !== '+') return undefined
      const number = node.argument.type === 'Literal' ? node.argument.value : undefined
      if (typeof number !== 'number') return undefined
      return scalar(jsNumber(node.operator === '-' ? -number : number), start, end)
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

/** Every integral number is an integer, whatever way it is written (corpus README section 2). */
function jsNumber(number: number): Value {
  return Number.isInteger(number) ? pyInt(BigInt(number)) : pyFloat(number)
}

function plainLiteral(text: string, { value, regex, bigint, start, end }: Literal): Located | undefined {
  if (regex || bigint) return undefined
  if (typeof value === 'number') return scalar(jsNumber(value), start, end)
  if (typeof value === 'string') return scalar(value, start, end, spelledAt(text, value, start + 1))
  return value === null || typeof value === 'boolean' ? scalar(value, start, end) : undefined
}

function templateLiteral(text: string, { quasis, expressions, start, end }: TemplateLiteral): Located | undefined {
  const value = quasis[0]?.value.cooked
  if (expressions.length > 0 || typeof value !== 'string') return undefined
  return scalar(value, start, end, spelledAt(text, value, start + 1))
}

function spelledAt(text: string, value: string, offset: number): number {
  return text.startsWith(value, offset) ? offset : -1
}

function objectLiteral(text: string, node: ObjectExpression, depth: number): Located | undefined {
  const entries = new Map<Value, LocatedEntry>()
  for (const property of node.properties) {
    const key = keyName(property)
    const value =
      key === undefined || property.type !== 'Property' ? undefined : jsLiteral(text, property.value, depth + 1)
    if (key === undefined || value === undefined || property.type !== 'Property') return undefined
    entries.set(key, { keyStart: property.key.start, keyEnd: property.key.end, value })
  }
  return { kind: 'dict', entries, start: node.start, end: node.end }
}

function keyName(property: Property | SpreadElement): string | undefined {
  if (property.type !== 'Property' || property.kind !== 'init') return undefined
  if (property.computed || property.method || property.shorthand) return undefined
  const { key } = property
  if (key.type === 'Identifier') return key.name
  if (key.type !== 'Literal') return undefined
  return typeof key.value === 'string' || typeof key.value === 'number' ? String(key.value) : undefined
}
