import { tick } from 'svelte'

/** The selector of the file tree row that is in the tab order. */
export const treeStop = '[role="tree"] [tabindex="0"]'

/**
 * Return the focus to the previous element. If it no longer exists, focus the element that the selector `near` finds.
 */
export function giveFocusBack(held: Element | null, near?: string): void {
  if (held instanceof HTMLElement && held.isConnected) held.focus()
  if (near === undefined) return
  void tick().then(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(near)?.focus()
  })
}
