/** How many frames a press waits for its part to be drawn and to do something. */
const patience = 60

/**
 * The text of a function that keeps the last press on a picture, and gives what does it on the page that has taken its place. The page
 * stands where the picture stood, so a click is done at its point, and only where the same words are drawn. The picture is inert: nothing
 * in it can have the focus, so a key is meant for the page. A press may begin on the one and end on the other.
 */
export const keepPress = `(picture) => {
  const at = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)
  const looks = (part) => part && part.tagName + part.textContent
  let isLive, drawn, pressed
  const redo = (left) => {
    if (!pressed) return
    const isClick = pressed.type === 'click'
    const part = isClick ? at(pressed) : document.body
    if (isClick && (looks(part) !== drawn || part.closest(':disabled'))) {
      if (left) requestAnimationFrame(() => redo(left - 1))
      return
    }
    noted.abort()
    part.closest('button, a')?.focus()
    part.dispatchEvent(new pressed.constructor(pressed.type, pressed))
  }
  const note = {
    mousedown(event) {
      pressed = undefined
      if (!picture.isConnected) return noted.abort()
      picture.inert = false
      drawn = looks(at(event))
      picture.inert = true
    },
    click(event) {
      if (!drawn) return
      pressed = event
      if (isLive) redo(${patience})
    },
    keydown(event) {
      if (picture.isConnected) pressed = event
    },
  }
  const noted = new AbortController()
  for (const type in note) addEventListener(type, note[type], { capture: true, signal: noted.signal })
  return () => {
    isLive = true
    redo(${patience})
  }
}`
