import type { Action } from '../state/actions.ts'
import { matches } from '../state/keys.ts'
import type { View } from '../state/view.svelte.ts'
import { keepFocus } from './keep-focus.ts'

/** Selector of elements with built-in undo. */
const textFields = 'input:not([type="checkbox"]), textarea, [contenteditable], .monaco-editor'

/**
 * Run the action of a key press anywhere on the page: the first one whose keys match (`matches`: `Mod` is Control, on a
 * Mac Command). `App` listens in the capture phase, before the editor. `LessonView` listens for the shortcuts of an
 * open lesson in the same way. While a dialog is open, neither acts.
 */
export function press(event: KeyboardEvent, actions: readonly Action[], view: View, mac: boolean): void {
  const typing = event.target instanceof HTMLElement && event.target.closest(textFields) !== null
  const isPressed = (keys: string | undefined): boolean => keys !== undefined && matches(keys, event, mac)
  for (const action of actions) {
    if (!isPressed(action.keys) && !(isPressed(action.outsideText) && !typing)) continue
    // While a dialog is open, no action runs. The browser's own action, such as saving the page, is also prevented.
    if (view.dialog !== undefined) return action.keys?.startsWith('Mod+') ? event.preventDefault() : undefined
    event.preventDefault()
    event.stopPropagation()
    void keepFocus(event)
    view.pressed = undefined
    action.run()
    return
  }
}
