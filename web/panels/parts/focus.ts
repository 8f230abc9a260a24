import { tick } from 'svelte'

/** The element that Tab reaches in the trees of files. */
export const treeStop = '[role="tree"] [tabindex="0"]'

/** Give the focus back to what held it before; where that is gone by then, to something near. */
export function giveFocusBack(held: Element | null, near?: string): void {
  if (held instanceof HTMLElement && held.isConnected) held.focus()
  if (near === undefined) return
  void tick().then(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(near)?.focus()
  })
}
