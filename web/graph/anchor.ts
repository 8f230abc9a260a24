import type { Drawing } from './drawing.ts'

/** What of a drawing is seen: how far it is scrolled, and how large it is drawn. */
export interface Seen {
  readonly drawing: Drawing
  readonly scale: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A node and where on the screen it stands; it is to stand there still when the graph is laid out anew. */
export interface Anchor {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** The node that stays: the chosen one where it is seen, else the one closest to the middle. */
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

/** How far to scroll so that a node stands where it stood; undefined where it is gone. */
export function scrolledTo(
  { drawing, scale }: Pick<Seen, 'drawing' | 'scale'>,
  anchor: Anchor,
): { readonly left: number; readonly top: number } | undefined {
  const centre = drawing.boxes.find(({ name }) => name === anchor.name)?.centre
  return centre && { left: centre.x * scale - anchor.x, top: centre.y * scale - anchor.y }
}
