import type { Playground } from '../state/playground.svelte.ts'

/** Accept files that are dropped anywhere on the page, and open a dialog that asks where to import them. */
export function takeDropped(playground: Playground, event: DragEvent): void {
  if (!event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.stopPropagation()
  // Read the entries first, because the browser empties the list after the event.
  const files = [...event.dataTransfer.files]
  const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (files.length === 0 && entries.length === 0) return
  void (async () => {
    const { offerImport } = await import('../share/take-in.ts')
    const { droppedFiles } = await import('../files/browser-files.ts')
    await offerImport(playground, () => droppedFiles(entries, files))
  })()
}
