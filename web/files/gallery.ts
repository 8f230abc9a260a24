import type { GalleryRow } from './examples.ts'

/** All examples in teaching order: lessons by their chapters after the first examples. */
export async function loadGallery(): Promise<readonly GalleryRow[]> {
  const { gallery } = await import('virtual:gallery')
  return [...gallery].sort((a, b) => a.order - b.order)
}

/** Whether an example fits what somebody looks for: every word is in something that it says of itself. */
export function fits({ title, text, tags, dialect, item_id, chain, lesson }: GalleryRow, query: string): boolean {
  const said = [title, text, dialect, item_id, lesson?.chapter ?? '', ...tags, ...chain].join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word))
}
