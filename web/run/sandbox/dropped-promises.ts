import { parse } from 'acorn'
import type { Node } from 'acorn'

/**
 * Wrap every call whose result nobody takes, so that a promise that fails there ends the program as in Node: QuickJS
 * tells its host nothing about rejections. A text that does not parse is left to QuickJS to complain about.
 */
export function watchDropped(code: string): string {
  const marks: { readonly at: number; readonly text: string }[] = []
  const visit = (node: Node): void => {
    if (node.type === 'ExpressionStatement' && 'expression' in node) {
      const { type, start, end } = node.expression as Node
      if (type === 'CallExpression' || type === 'NewExpression') {
        marks.push({ at: start, text: '__hooks.dropped(' }, { at: end, text: ')' })
      }
    }
    for (const value of Object.values(node) as unknown[]) {
      for (const inner of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(inner)) visit(inner)
    }
  }
  const tree = parsed(code)
  if (tree === undefined) return code
  visit(tree)
  let text = ''
  let from = 0
  for (const mark of marks.sort((a, b) => a.at - b.at)) {
    text += code.slice(from, mark.at) + mark.text
    from = mark.at
  }
  return text + code.slice(from)
}

function parsed(code: string): Node | undefined {
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return parse(code, {
        ecmaVersion: 'latest',
        sourceType,
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: true,
      })
    } catch {
      continue
    }
  }
  return undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
