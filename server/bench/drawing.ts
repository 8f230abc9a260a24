import { untraced } from '#core/answer'
import { pictureOf } from '#core/graph'
import { buildChain } from '#core/resolve'
import { drawingOf, pathOf, topologyOf } from '../../web/graph/drawing.ts'
import { plainLayout } from '../../web/graph/plain-layout.ts'
import { layoutLimits } from '../../web/graph/layout.ts'
import { graphText, graphWorkspace } from './graph-workspace.ts'

const tool = 'executor_id: rye/core/primitives/execute\nconfig: {command: "true"}\n'

/** Nodes with branches, back edges and error edges, as in long graphs. */
function nodeLines(nodes: number): readonly string[] {
  const lines = Array.from({ length: nodes - 1 }, (_, at) => {
    const ahead = Math.min(nodes - 1, at + 3)
    const back = Math.max(0, at - 4)
    const other = at % 10 === 3 ? ahead : at % 10 === 7 ? back : undefined
    const next = other === undefined ? `n${at + 1}` : `[{to: n${other}, when: {path: state.k}}, {to: n${at + 1}}]`
    return `n${at}: {action: {item_id: tool:t}, on_error: n${nodes - 1}, next: ${next}}`
  })
  return [...lines, `n${nodes - 1}: {type: return}`]
}

/**
 * Arrange a graph as the page draws it, from its text to the paths of its edges. Uses only the simple layout, which the
 * page uses for graphs that are too large for the library.
 */
export function drawGraph(nodes: number): { readonly boxes: number; readonly letters: number } {
  if (nodes <= layoutLimits.nodes) throw new Error('so few nodes are laid out by the library')
  const { workspace } = graphWorkspace({ g: graphText(nodeLines(nodes)), t: tool })
  const picture = pictureOf(workspace, buildChain(workspace, 'g', untraced).elements)
  if (picture?.nodes.length !== nodes) throw new Error(`${picture?.nodes.length} nodes instead of ${nodes}`)
  const { boxes, edges } = drawingOf(picture, plainLayout(topologyOf(picture)), [])
  return { boxes: boxes.length, letters: edges.reduce((sum, { way }) => sum + pathOf(way).length, 0) }
}
