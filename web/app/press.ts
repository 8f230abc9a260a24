import type { Action } from '../state/actions.ts'
import { matches } from '../state/keys.ts'
import type { View } from '../state/view.svelte.ts'
import { keepFocus } from './keep-focus.ts'

/** What has an undo of its own. */
const textFields = 'input:not([type="checkbox"]), textarea, [contenteditable], .monaco-editor'

/** Do what a press of keys means anywhere on the page. */
export function press(event: KeyboardEvent, actions: readonly Action[], view: View, mac: boolean): void {
  const typing = event.target instanceof HTMLElement && event.target.closest(textFields) !== null
  const isPressed = (keys: string | undefined): boolean => keys !== undefined && matches(keys, event, mac)
  for (const action of actions) {
    if (!isPressed(action.keys) && !(isPressed(action.outsideText) && !typing)) continue
    // Behind a dialog nothing is done, by the browser neither: it would save the page.
    if (view.dialog !== undefined) return action.keys?.startsWith('Mod+') ? event.preventDefault() : undefined
    event.preventDefault()
    event.stopPropagation()
    void keepFocus(event)
    action.run()
    return
  }
}
