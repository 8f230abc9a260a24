import type { Drawing } from './drawing.ts'

/** The visible part of a drawing: the scroll position, the scale and the size of the view. */
export interface Seen {
  readonly drawing: Drawing
  readonly scale: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A node with a screen position that stays the same when the layout of the graph changes. */
export interface Anchor {
  readonly name: string
  readonly x: number
  readonly y: number
}

/**
 * The anchor node: the selected node if it is visible, otherwise the node closest to the middle. Undefined if no node
 * is visible.
 */
export function anchorOf(
  { drawing, scale, left, top, width, height }: Seen,
  chosen: string | undefined,
): Anchor | undefined {
  const seen = drawing.boxes.flatMap(({ name, centre }): readonly Anchor[] => {
    const [x, y] = [centre.x * scale - left, centre.y * scale - top]
    return x >= 0 && y >= 0 && x <= width && y <= height ? [{ name, x, y }] : []
  }) // prettier-ignore
  const fromMiddle = ({ x, y }: Anchor): number => Math.hypot(x - width / 2, y - height / 2)
  return seen.find(({ name }) => name === chosen) ?? seen.sort((a, b) => fromMiddle(a) - fromMiddle(b))[0]
}

/** The scroll position that keeps a node at the same screen position; undefined if the node no longer exists. */
export function scrolledTo(
  { drawing, scale }: Pick<Seen, 'drawing' | 'scale'>,
  anchor: Anchor,
): { readonly left: number; readonly top: number } | undefined {
  const centre = drawing.boxes.find(({ name }) => name === anchor.name)?.centre
  return centre && { left: centre.x * scale - anchor.x, top: centre.y * scale - anchor.y }
}
