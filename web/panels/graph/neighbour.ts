import type { Drawing } from '../../graph/drawing.ts'

/**
 * The node that a key selects. ArrowDown and ArrowUp follow an edge, ArrowLeft and ArrowRight select the nearest node
 * on that side, and Home and End the first or last node. Undefined if there is none, and for any other key.
 */
export function neighbour({ boxes, edges }: Drawing, name: string, key: string): string | undefined {
  const here = boxes.find((box) => box.name === name)
  if (!here) return undefined
  if (key === 'Home') return boxes[0]?.name
  if (key === 'End') return boxes.at(-1)?.name
  if (key === 'ArrowDown') return edges.find(({ edge }) => edge.from === name && edge.to !== name)?.edge.to
  if (key === 'ArrowUp') return edges.find(({ edge }) => edge.to === name && edge.from !== name)?.edge.from
  const way = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (way === 0) return undefined
  const inRow = boxes
    .filter(({ centre }) => (centre.x - here.centre.x) * way > 1)
    .sort((a, b) => distance(a.centre, here.centre) - distance(b.centre, here.centre))
  return inRow[0]?.name
}

/** The distance between two nodes. A row difference has more weight than a column difference. */
function distance(
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): number {
  return Math.abs(a.x - b.x) + 4 * Math.abs(a.y - b.y)
}
