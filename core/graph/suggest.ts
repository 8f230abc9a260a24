import { operators } from './condition.ts'
import type { Graph } from './document.ts'
import { pipes } from './interpolate.ts'
import { assignedKeys, loopVariable } from './state-keys.ts'

/** The suggestions at a place in a graph file, and the text that they replace. */
export interface GraphOffer {
  readonly kind: 'node' | 'key' | 'pipe' | 'operator' | 'item' | 'root'
  readonly names: readonly string[]
  /** The number of characters before the cursor that already belong to the name. */
  readonly typed: number
}

/**
 * The suggestions at the end of a line; undefined if there are none. They depend only on the line, so they also work
 * while the file is invalid YAML. Names are those in the last readable version of the graph.
 */
export function graphOffer(line: string, graph: Graph, items: readonly string[]): GraphOffer | undefined {
  const offer = (kind: GraphOffer['kind'], names: Iterable<string>, typed = ''): GraphOffer => ({
    kind,
    names: [...names],
    typed: typed.length,
  })
  const open = openExpression(line)
  if (open !== undefined) {
    const expression = line.slice(open)
    const pipe = /(?<!\|)\|\s*([\w]*)$/.exec(expression)
    if (pipe) return offer('pipe', pipes, pipe[1])
    const key = /(?:^|[\s|])state\.([^\s.|[\]]*)$/.exec(expression)
    if (key) return offer('key', keysOf(graph), key[1])
    const root = /(?:^|[\s|])(\w*)$/.exec(expression)
    return root ? offer('root', rootsOf(graph), root[1]) : undefined
  }
  const node = /(?:^|[\s,{])(?:next|on_error|start|to):\s*["']?([^\s"',{}[\]]*)$/.exec(line)
  if (node) return offer('node', graph.nodes.keys(), node[1])
  const path = /(?:^|[\s,{])path:\s*["']?state\.([^\s."',{}[\]]*)$/.exec(line)
  if (path) return offer('key', keysOf(graph), path[1])
  const operator = /(?:^|[\s,{])(?:op|operator):\s*["']?(\w*)$/.exec(line)
  if (operator) return offer('operator', operators, operator[1])
  const item = /(?:^|[\s,{])item_id:\s*["']?([\w:/.-]*)$/.exec(line)?.[1]
  if (item === undefined) return undefined
  return offer(
    'item',
    items.map((id) => `tool:${id}`),
    item,
  )
}

/**
 * The start of the expression that is still open at the end of a line: after the first `${` that follows the last `}`;
 * undefined if there is none. Each character is read once, so even many `${` on a hostile line take linear time.
 */
export function openExpression(line: Pick<string, 'length' | 'charAt'>): number | undefined {
  let open: number | undefined
  let after = ''
  for (let at = line.length - 1; at >= 0; at--) {
    const sign = line.charAt(at)
    if (sign === '}') break
    if (sign === '$' && after === '{') open = at + 2
    after = sign
  }
  return open
}

function keysOf(graph: Graph): readonly string[] {
  return [...new Set([...assignedKeys(graph).keys(), 'inputs', '_last_error', '_retries'])]
}

function rootsOf(graph: Graph): readonly string[] {
  const loops = [...graph.nodes.values()].filter(({ kind }) => kind === 'foreach').map(loopVariable)
  return [...new Set(['state', 'inputs', 'result', '_now', '_timestamp', ...loops])]
}
