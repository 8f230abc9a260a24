/** The maximum window widths of the narrower layouts, in CSS pixels. */
const layoutWidths = { phone: 720, lessonBelow: 899, twoPanes: 1099 } as const

function upTo(width: number): string {
  return `(max-width: ${width}px)`
}

/** The page layout for the window width. */
export class Layout {
  /** Whether the page shows one region at a time. */
  phone = $state(false)
  /**
   * Whether a lesson is under the panes. Next to the panes, a lesson would leave the editor only 20 characters per
   * line.
   */
  lessonBelow = $state(false)
  /** Whether the editor and the chain are side by side, with the files in a drawer. */
  drawer = $state(false)

  /** Update the layout when the window width changes. Returns a function that stops the updates. */
  follow(): () => void {
    const queries = Object.values(layoutWidths).map((width) => matchMedia(upTo(width)))
    const resized = (): void => this.take((width) => matchMedia(upTo(width)).matches)
    resized()
    for (const query of queries) query.addEventListener('change', resized)
    return () => {
      for (const query of queries) query.removeEventListener('change', resized)
    }
  }

  /** Set the layout. `isUpTo` returns whether the window is at most the given number of CSS pixels wide. */
  take(isUpTo: (width: number) => boolean): void {
    this.phone = isUpTo(layoutWidths.phone)
    this.lessonBelow = !this.phone && isUpTo(layoutWidths.lessonBelow)
    this.drawer = !this.phone && isUpTo(layoutWidths.twoPanes)
  }
}

/** All layouts without a lesson, each with its media query. */
export function everyLayout(): readonly { readonly media: string; readonly layout: Layout }[] {
  const { phone, twoPanes } = layoutWidths
  const between = (narrower: number, width: number): string => `(not ${upTo(narrower)}) and ${upTo(width)}`
  const media = [
    [phone, upTo(phone)],
    [twoPanes, between(phone, twoPanes)],
    [Infinity, `(not ${upTo(twoPanes)})`],
  ] as const
  return media.map(([widest, query]) => {
    const layout = new Layout()
    layout.take((width) => widest <= width)
    return { media: query, layout }
  })
}
