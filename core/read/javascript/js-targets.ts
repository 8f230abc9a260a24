interface Node {
  readonly type: string
  readonly start: number
  readonly extra?: { readonly parenthesized?: boolean }
  readonly [key: string]: unknown
}

/** Expressions that the compiler never parses as an assignment target. It reports the operator after them instead. */
const values: ReadonlySet<string> = new Set(
  (
    'ArrowFunctionExpression AssignmentExpression AwaitExpression BinaryExpression ConditionalExpression ' +
    'LogicalExpression SequenceExpression TSAsExpression TSSatisfiesExpression TSTypeAssertion UnaryExpression ' +
    'UpdateExpression YieldExpression'
  ).split(' '),
)

/**
 * The place of an invalid target in a tree that was parsed past an error; undefined if every target is valid.
 * TypeScript's parser rejects an assignment to a value (`a + b = c`) and a parameter in extra parentheses
 * (`((a)) => b`).
 */
export function misplacedTarget(body: readonly unknown[]): number | undefined {
  const left: unknown[] = [...body]
  while (left.length > 0) {
    const node = left.pop()
    if (Array.isArray(node)) left.push(...(node as unknown[]))
    if (!isNode(node)) continue
    const found = targetsOf(node).find((target) => isMisplaced(node, target))
    if (found) return found.start
    left.push(...Object.values(node))
  }
  return undefined
}

function targetsOf(node: Node): readonly Node[] {
  if (node.type === 'AssignmentExpression') return [node['left']].filter(isNode)
  if (node.type === 'UpdateExpression') return [node['argument']].filter(isNode)
  return node.type === 'ArrowFunctionExpression' ? namesIn(node['params']) : []
}

function isMisplaced({ type }: Node, target: Node): boolean {
  const isBracketed = target.extra?.parenthesized === true
  return type === 'ArrowFunctionExpression' ? isBracketed : !isBracketed && values.has(target.type)
}

/** The names that a pattern binds. */
function namesIn(pattern: unknown): readonly Node[] {
  if (Array.isArray(pattern)) return (pattern as unknown[]).flatMap(namesIn)
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'ArrayPattern':
      return namesIn(pattern['elements'])
    case 'ObjectPattern':
      return namesIn(pattern['properties'])
    case 'ObjectProperty':
      return namesIn(pattern['value'])
    case 'AssignmentPattern':
      return namesIn(pattern['left'])
    case 'RestElement':
      return namesIn(pattern['argument'])
    default:
      return [pattern]
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
