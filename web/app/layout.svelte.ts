/** The widest screens, in CSS pixels, of the layouts that make do with less: the twelve widths of their test are chosen around these. */
const layoutWidths = { phone: 720, lessonBelow: 899, twoPanes: 1099, rulesAway: 1439 } as const

function upTo(width: number): MediaQueryList {
  return matchMedia(`(max-width: ${width}px)`)
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
    const phone = upTo(layoutWidths.phone)
    const lessonBelow = upTo(layoutWidths.lessonBelow)
    const twoPanes = upTo(layoutWidths.twoPanes)
    const rulesAway = upTo(layoutWidths.rulesAway)
    const queries = [phone, lessonBelow, twoPanes, rulesAway]
    const resized = (): void => {
      this.phone = phone.matches
      this.lessonBelow = lessonBelow.matches && !phone.matches
      this.drawer = twoPanes.matches && !phone.matches
      this.rulesAway = rulesAway.matches
    }
    resized()
    for (const query of queries) query.addEventListener('change', resized)
    return () => {
      for (const query of queries) query.removeEventListener('change', resized)
    }
  }
}
