import type { View } from '../state/view.svelte.ts'

/** Accept files that are dropped anywhere on the page, and open a dialog that asks where to import them. */
export function takeDropped(view: View, event: DragEvent): void {
  if (!event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.stopPropagation()
  // Read the entries first, because the browser empties the list after the event.
  const files = [...event.dataTransfer.files]
  const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (files.length === 0 && entries.length === 0) return
  view.dropped = {
    names: (entries.length > 0 ? entries : files).map(({ name }) => name),
    read: async () => (await import('../files/browser-files.ts')).droppedFiles(entries, files),
  }
  view.dialog = 'dropped'
}
