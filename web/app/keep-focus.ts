import { nextFrame } from '../files/next-frame.ts'

/** Selectors of the elements in the tab order. */
const stops = [
  'a[href]',
  'summary',
  '[tabindex="0"]',
  ':is(button, input, select, textarea):enabled:not([tabindex="-1"])',
].join()

/**
 * Move the focus to the next element if a key press removes or disables the focused element. Otherwise the browser
 * would move the focus to the top of the page. A focus change by the action itself has priority.
 */
export async function keepFocus({ detail }: UIEvent): Promise<void> {
  const pressed = document.activeElement
  const byPointer = detail > 0
  if (byPointer || pressed === null || pressed === document.body) return
  const places = placesOf(pressed)
  await nextFrame()
  // Try the positions from the innermost element outward, until an element accepts the focus.
  for (const place of places) {
    if (document.activeElement !== document.body) return
    if (place.parent.isConnected) stopNear(place)?.focus()
  }
}

/** The position of an element in one of its ancestors. */
interface Place {
  readonly parent: Element
  readonly child: Element
  readonly next: Element | null
}

/** The positions of an element in its ancestors, innermost first. Call this function before the element is removed. */
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
