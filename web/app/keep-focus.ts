import { nextFrame } from '../files/next-frame.ts'

/** What Tab reaches, as this page makes it. */
const stops = [
  'a[href]',
  'summary',
  '[tabindex="0"]',
  ':is(button, input, select, textarea):enabled:not([tabindex="-1"])',
].join()

/**
 * What has the focus may go with what a key does, or be switched off: the focus would fall to the top of the page, so it is put on what
 * next to it. A focus that is set on purpose wins.
 */
export async function keepFocus({ detail }: UIEvent): Promise<void> {
  const pressed = document.activeElement
  const byPointer = detail > 0
  if (byPointer || pressed === null || pressed === document.body) return
  const places = placesOf(pressed)
  await nextFrame()
  // From the inside out, until something takes it.
  for (const place of places) {
    if (document.activeElement !== document.body) return
    if (place.parent.isConnected) stopNear(place)?.focus()
  }
}

/** The position of an element in each element around it. */
interface Place {
  readonly parent: Element
  readonly child: Element
  readonly next: Element | null
}

/** Its places from the inside out: what is taken out of the page no longer knows them. */
function placesOf(element: Element): readonly Place[] {
  const places: Place[] = []
  for (let child = element; child.parentElement; child = child.parentElement)
    places.push({ parent: child.parentElement, child, next: child.nextElementSibling })
  return places
}

function stopNear({ parent, child, next }: Place): HTMLElement | undefined {
  const all = [...parent.querySelectorAll<HTMLElement>(stops)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  const from = child.isConnected ? child : next
  const isAfter = (one: Element): boolean =>
    one === from || (from !== null && (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
  return (from?.isConnected === true ? all.find(isAfter) : undefined) ?? all.at(-1)
}
