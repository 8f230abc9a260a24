import { expect, test } from 'vitest'
import { anchorOf, scrolledTo, type Seen } from './anchor.ts'
import type { Drawing } from './drawing.ts'

// A visible node keeps its position when the layout of the graph changes.

const drawing = (places: Readonly<Record<string, readonly [number, number]>>): Drawing => ({
  width: 2000,
  height: 2000,
  edges: [],
  boxes: Object.entries(places).map(([name, [x, y]]) => ({ name, node: null, centre: { x, y }, findings: [] })),
})
const before = drawing({ above: [100, 50], middle: [400, 500], low: [500, 640] })
const seen: Seen = { drawing: before, scale: 0.5, left: 100, top: 200, width: 200, height: 150 }

test('the selected node keeps its position if it is visible, otherwise the one in the middle', () => {
  expect(anchorOf(seen, 'low')).toEqual({ name: 'low', x: 150, y: 120 })
  expect(anchorOf(seen, 'above')).toEqual({ name: 'middle', x: 100, y: 50 })
  expect(anchorOf({ ...seen, left: 900 }, 'low')).toBeUndefined()
})

test('a row added above scrolls the view by its height', () => {
  const after = drawing({ above: [100, 50], added: [100, 136], middle: [400, 586], low: [500, 726] })
  const anchor = anchorOf(seen, undefined)!
  expect(scrolledTo({ drawing: after, scale: 0.5 }, anchor)).toEqual({ left: 100, top: 243 })
  expect(scrolledTo({ drawing: before, scale: 0.5 }, anchor)).toEqual({ left: 100, top: 200 })
  expect(scrolledTo({ drawing: drawing({}), scale: 0.5 }, anchor)).toBeUndefined()
})
