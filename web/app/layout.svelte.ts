/** The widest screens, in CSS pixels, of the layouts that make do with less: the twelve widths of their test are chosen around these. */
const layoutWidths = { phone: 720, twoPanes: 1099, rulesAway: 1439 } as const

function upTo(width: number): MediaQueryList {
  return matchMedia(`(max-width: ${width}px)`)
}

/** Which layout the width of the window asks for. */
export class Layout {
  /** One page at a time. */
  phone = $state(false)
  /** Editor and chain beside each other, the files in a drawer. */
  drawer = $state(false)
  /** The rules in a popover, so that the item keeps its room. */
  rulesAway = $state(false)

  /** Follow the window; gives what ends it. */
  follow(): () => void {
    const queries = [upTo(layoutWidths.phone), upTo(layoutWidths.twoPanes), upTo(layoutWidths.rulesAway)] as const
    const [phone, twoPanes, rulesAway] = queries
    const resized = (): void => {
      this.phone = phone.matches
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
