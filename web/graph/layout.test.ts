import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns, propertyTimeout } from '../../core/testing/property.ts'
import { LayoutMaker, type LayoutPort } from './lay-out.ts'
import { box, layoutLimits, type Layout, type Topology } from './layout.ts'
import { plainLayout } from './plain-layout.ts'

const small: Topology = {
  nodes: 3,
  edges: [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
}

/** A worker that returns the given layout, fails, or hangs. */
function portOf(answer: Layout | 'fails' | 'hangs'): LayoutPort & { asked: number; ended: boolean } {
  const port: LayoutPort & { asked: number; ended: boolean } = {
    asked: 0,
    ended: false,
    onmessage: null,
    onerror: null,
    terminate: () => (port.ended = true),
    postMessage({ id }) {
      port.asked++
      if (answer === 'fails') port.onmessage?.({ data: { id, problem: 'no' } })
      else if (answer !== 'hangs') port.onmessage?.({ data: { id, layout: answer } })
    },
  }
  return port
}

test('boxes of the plain layout have different positions, for any edges', { timeout: propertyTimeout(100) }, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 80 }),
      (nodes, pairs) => {
        const edges = pairs.map(([from, to]) => [from % nodes, to % nodes] as const)
        const layout = plainLayout({ nodes, edges })
        expect(layout.nodes).toHaveLength(nodes)
        expect(layout.edges).toHaveLength(edges.length)
        expect(new Set(layout.nodes.map(({ x, y }) => `${x},${y}`)).size).toBe(nodes)
      },
    ),
    { numRuns: propertyRuns(100) },
  )
})

test('no bend of an edge is inside the box of another node', { timeout: propertyTimeout(100) }, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 80 }),
      (nodes, pairs) => {
        const edges = pairs.map(([from, to]) => [from % nodes, to % nodes] as const)
        const layout = plainLayout({ nodes, edges })
        for (const [index, [from, to]] of edges.entries()) {
          const inner = layout.edges[index]!.slice(1, -1)
          const others = layout.nodes.filter((_, node) => node !== from && node !== to)
          const hit = inner.some(({ x, y }) =>
            others.some((at) => Math.abs(at.x - x) < box.width / 2 && Math.abs(at.y - y) < box.height / 2),
          )
          expect(hit).toBe(false)
        }
      },
    ),
    { numRuns: propertyRuns(100) },
  )
})

test('rows keep the file order, and a back edge moves nothing', () => {
  const forth: Topology = { nodes: 3, edges: [[0, 1], [0, 2]] } // prettier-ignore
  const { nodes } = plainLayout({ ...forth, edges: [...forth.edges, [2, 0]] })
  expect(nodes).toEqual(plainLayout(forth).nodes)
  expect(nodes[1]!.x).toBeLessThan(nodes[2]!.x)
})

test('a graph of ten thousand nodes in a row has a layout', () => {
  const edges = Array.from({ length: 9_999 }, (_, at) => [at, at + 1] as const)
  expect(plainLayout({ nodes: 10_000, edges }).nodes).toHaveLength(10_000)
})

test('the layout of the worker is requested only once for the same topology', async () => {
  const made = { ...plainLayout(small), by: 'dagre' } as const
  const port = portOf(made)
  const maker = new LayoutMaker(() => port)
  expect(await maker.layOut(small)).toBe(made)
  expect(await maker.layOut({ ...small })).toBe(made)
  expect(port.asked).toBe(1)
})

test('the plain layout replaces the one of a worker that fails or hangs', async () => {
  expect(await new LayoutMaker(() => portOf('fails')).layOut(small)).toEqual(plainLayout(small))
  const hanging = portOf('hangs')
  expect(await new LayoutMaker(() => hanging, 1).layOut(small)).toEqual(plainLayout(small))
  expect(hanging.ended).toBe(true)
})

test('a graph beyond the limits never reaches the library', async () => {
  const port = portOf('hangs')
  const edges = Array.from({ length: layoutLimits.edges + 1 }, () => [0, 1] as const)
  expect((await new LayoutMaker(() => port).layOut({ nodes: 2, edges })).by).toBe('plain')
  expect(port.asked).toBe(0)
})
