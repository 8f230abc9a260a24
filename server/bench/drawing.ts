import { buildChain, MemoryTree, pictureOf, pureHost, untraced, Workspace } from '#core'
import { drawingOf, pathOf, topologyOf } from '../../web/graph/drawing.ts'
import { plainLayout } from '../../web/graph/plain-layout.ts'
import { layoutLimits } from '../../web/graph/layout.ts'

const runtime = 'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: walk}\n'
const tool = 'executor_id: rye/core/primitives/execute\nconfig: {command: "true"}\n'

/** A file of a graph with branches, ways back and error edges, as long graphs have them. */
function graphText(nodes: number): string {
  const lines = Array.from({ length: nodes - 1 }, (_, at) => {
    const ahead = Math.min(nodes - 1, at + 3)
    const back = Math.max(0, at - 4)
    const other = at % 10 === 3 ? ahead : at % 10 === 7 ? back : undefined
    const next = other === undefined ? `n${at + 1}` : `[{to: n${other}, when: {path: state.k}}, {to: n${at + 1}}]`
    return `    n${at}: {action: {item_id: tool:t}, on_error: n${nodes - 1}, next: ${next}}`
  })
  const config = ['config:', '  start: n0', '  nodes:', ...lines, `    n${nodes - 1}: {type: return}`, '']
  return `tool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\npermissions: ["*"]\n${config.join('\n')}`
}

/**
 * A graph from its text to the paths of its edges, as the page draws it. Only by the simple layout, which is what graphs get that are too large
 * for the library.
 */
export function drawGraph(nodes: number): { readonly boxes: number; readonly letters: number } {
  if (nodes <= layoutLimits.nodes) throw new Error('so few nodes are laid out by the library')
  const tree = new MemoryTree()
  const files = { g: graphText(nodes), t: tool, 'rye/core/runtimes/state-graph/runtime': runtime }
  for (const [id, text] of Object.entries(files)) tree.write(`/project/.ai/tools/${id}.yaml`, Buffer.from(text))
  const world = { environ: {}, programs: [], files: [], path_separator: ':' } as const
  const roots = { project: '/project', user: '/user', systems: [], world }
  const workspace = new Workspace({ dialect: 'lillux', search: 'global', dev_mode: true, ...roots }, tree, pureHost)
  const picture = pictureOf(workspace, buildChain(workspace, 'g', untraced).elements)
  if (picture?.nodes.length !== nodes) throw new Error(`${picture?.nodes.length} nodes instead of ${nodes}`)
  const { boxes, edges } = drawingOf(picture, plainLayout(topologyOf(picture)), [])
  return { boxes: boxes.length, letters: edges.reduce((sum, { way }) => sum + pathOf(way).length, 0) }
}
