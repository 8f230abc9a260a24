/** The widest screens, in CSS pixels, of the layouts that make do with less: the twelve widths of their test are chosen around these. */
const layoutWidths = { phone: 720, twoPanes: 1099, rulesAway: 1439 } as const

/** The widest screen on which a lesson, where one is open, stands under the panes. */
const lessonBelowWidth = 899

function upTo(width: number): string {
  return `(max-width: ${width}px)`
}

/** Which layout the width of the window asks for. */
export class Layout {
  /** One page at a time. */
  phone = $state(false)
  /** A lesson under the panes: beside them it would leave the editor twenty letters a line. */
  lessonBelow = $state(false)
  /** Editor and chain beside each other, the files in a drawer. */
  drawer = $state(false)
  /** The rules in a popover, so that the item keeps its room. */
  rulesAway = $state(false)

  /** Follow the window; gives what ends it. */
  follow(): () => void {
    const queries = [...Object.values(layoutWidths), lessonBelowWidth].map((width) => matchMedia(upTo(width)))
    const resized = (): void => this.take(queries.map(({ matches }) => matches))
    resized()
    for (const query of queries) query.addEventListener('change', resized)
    return () => {
      for (const query of queries) query.removeEventListener('change', resized)
    }
  }

  /** Become the layout of a window that is so narrow, or not: one answer for each of {@link layoutWidths}, and for {@link lessonBelowWidth}. */
  take([phone = false, twoPanes = false, rulesAway = false, lessonBelow = false]: readonly boolean[]): void {
    this.phone = phone
    this.lessonBelow = lessonBelow && !phone
    this.drawer = twoPanes && !phone
    this.rulesAway = rulesAway
  }
}

/** Each layout there is without a lesson, with the media query of the windows that get it. */
export function everyLayout(): readonly { readonly media: string; readonly layout: Layout }[] {
  const widths = Object.values(layoutWidths)
  return [...widths, undefined].map((width, at) => {
    const layout = new Layout()
    layout.take(widths.map((_, other) => other >= at))
    const narrower = widths[at - 1]
    const bounds = [width && upTo(width), narrower && `(not ${upTo(narrower)})`].filter((one) => one !== undefined)
    return { media: bounds.join(' and '), layout }
  })
}
