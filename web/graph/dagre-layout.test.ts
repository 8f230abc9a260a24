import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns, propertyTimeout } from '../../core/testing/property.ts'
import { dagreLayout } from './dagre-layout.ts'
import type { Topology } from './layout.ts'

const topology = fc
  .record({
    nodes: fc.integer({ min: 2, max: 16 }),
    pairs: fc.array(fc.tuple(fc.nat(15), fc.nat(15)), { maxLength: 24 }),
    at: fc.nat(15),
  })
  .map(({ nodes, pairs, at }) => {
    const edges = pairs.map(([from, to]) => [from % nodes, to % nodes] as const).sort(([a], [b]) => a - b)
    return { graph: { nodes, edges }, at: at % nodes }
  })

/** Pairs of boxes that share a row in both layouts and have swapped their order. */
function flipped(before: Topology, after: Topology): readonly string[] {
  const [a, b] = [dagreLayout(before).nodes, dagreLayout(after).nodes]
  const flips: string[] = []
  for (let one = 0; one < before.nodes; one++)
    for (let other = 0; other < one; other++) {
      const inRow = a[one]!.y === a[other]!.y && b[one]!.y === b[other]!.y
      if (inRow && a[one]!.x < a[other]!.x !== b[one]!.x < b[other]!.x) flips.push(`${other}-${one}`)
    }
  return flips
}

// A new node does not change the order of the others.
test('two boxes of a row never change sides when a node is added', { timeout: propertyTimeout(40) }, () => {
  fc.assert(
    fc.property(topology, ({ graph, at }) => {
      const { nodes, edges } = graph
      const leaf = [...edges, [at, nodes] as const].sort(([a], [b]) => a - b)
      expect(flipped(graph, { nodes: nodes + 1, edges: leaf })).toEqual([])
      const cut = edges[at % Math.max(1, edges.length)]
      if (!cut) return
      const between = edges.map((edge) => (edge === cut ? ([cut[0], nodes] as const) : edge))
      expect(flipped(graph, { nodes: nodes + 1, edges: [...between, [nodes, cut[1]]] })).toEqual([])
    }),
    { numRuns: propertyRuns(40) },
  )
})

test('the same edges have the same layout, with the boxes of a row in the order of the file', () => {
  const graph: Topology = { nodes: 4, edges: [[0, 1], [0, 2], [1, 3], [2, 3], [3, 0]] } // prettier-ignore
  expect(dagreLayout(graph)).toEqual(dagreLayout({ ...graph, edges: [...graph.edges] }))
  const { nodes } = dagreLayout(graph)
  expect(nodes[1]!.x).toBeLessThan(nodes[2]!.x)
})
