/**
 * Keep the last press on a picture of the page; gives what does it on the page that has taken its place. The page stands where the picture
 * stood, so a click is done at its point, and only where the same words are drawn. The picture is inert: nothing in it can have the focus,
 * so a key is meant for the page. A press may begin on the one and end on the other.
 *
 * The document's first script holds the text of this function: it can use nothing from outside of it.
 */
export function keepPress(picture: HTMLElement): () => void {
  /** How many frames a click waits for its part to be drawn and to do something. */
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
