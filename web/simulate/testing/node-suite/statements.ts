import { parse } from 'acorn'

/** A file of the suite in which each statement can fail separately, with the line range of each statement. */
interface Statements {
  readonly code: string
  readonly lines: readonly (readonly [first: number, last: number])[]
}

/** Wrap each top-level statement of a file in a separate `try`. Its declarations apply to the whole file. */
export function statementsOf(source: string): Statements {
  const text = source
    .replace(/^#!/, '//')
    .replaceAll(/require\((['"])node:test\1\)/g, "require('../common/nodetest.js')")
  const { body } = parse(text, { ecmaVersion: 'latest', allowReturnOutsideFunction: true, locations: true })
  const lines: (readonly [number, number])[] = []
  let [code, at] = ['', 0]
  let strict = false
  for (const node of body) {
    code += text.slice(at, node.start)
    at = node.end
    let statement = text.slice(node.start, node.end)
    const isDirective = node.type === 'ExpressionStatement' && 'directive' in node && node.directive !== undefined
    if (isDirective && node.directive === 'use strict') strict = true
    if (isDirective || node.type === 'FunctionDeclaration' || node.type === 'EmptyStatement') {
      code += statement
      continue
    }
    if (node.type === 'ClassDeclaration') statement = `var ${node.id.name} = ${statement};`
    if (node.type === 'VariableDeclaration') statement = `var ${statement.slice(node.kind.length)}`
    code += `try { __suite.now = ${lines.length}; __suite.ran++; ${statement} } catch (e) { __suite.fail(${lines.length}, e) }`
    lines.push([node.loc?.start.line ?? 0, node.loc?.end.line ?? 0])
  }
  const start = `${strict ? "'use strict';" : ''}require('../common/head.js');`
  return { code: start + code + text.slice(at), lines }
}
