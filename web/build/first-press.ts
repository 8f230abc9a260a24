/**
 * Record the last click or key press on the prerendered page. Returns a function that repeats it on the real page. The
 * real page has the same layout, so a click is repeated at the same point, but only if the same text is there. The
 * prerendered page is inert and cannot have the focus, so a key press is repeated on the body. A press can start on the
 * prerendered page and end on the real page.
 *
 * The document's first script contains the text of this function, so it cannot use other code.
 */
export function keepPress(picture: HTMLElement): () => void {
  /** The maximum number of frames that a click waits for its element to be rendered and enabled. */
  const patience = 60
  const at = ({ clientX, clientY }: MouseEvent): Element | null => document.elementFromPoint(clientX, clientY)
  const looks = (part: Element | null): string | null => part && part.tagName + part.textContent
  let isLive = false
  let drawn: string | null = null
  let pressed: MouseEvent | KeyboardEvent | undefined
  const noted = new AbortController()
  const listening = { capture: true, signal: noted.signal }

  function redo(left: number): void {
    if (pressed instanceof KeyboardEvent) {
      noted.abort()
      document.body.dispatchEvent(new KeyboardEvent(pressed.type, pressed))
    } else if (pressed) {
      const part = at(pressed)
      if (part && looks(part) === drawn && !part.closest(':disabled')) {
        noted.abort()
        part.closest<HTMLElement>('button, a')?.focus()
        part.dispatchEvent(new MouseEvent(pressed.type, pressed))
      } else if (left > 0) requestAnimationFrame(() => redo(left - 1))
    }
  }

  function begin(event: MouseEvent): void {
    pressed = undefined
    if (!picture.isConnected) return noted.abort()
    picture.inert = false
    drawn = looks(at(event))
    picture.inert = true
  }
  function click(event: MouseEvent): void {
    if (drawn === null) return
    pressed = event
    if (isLive) redo(patience)
  }
  function key(event: KeyboardEvent): void {
    if (picture.isConnected) pressed = event
  }
  addEventListener('mousedown', begin, listening)
  addEventListener('click', click, listening)
  addEventListener('keydown', key, listening)
  return () => {
    isLive = true
    redo(patience)
  }
}
