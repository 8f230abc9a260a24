import { dialects } from '#core'
import type { GalleryRow, ListedExample } from './examples.ts'

/** All examples in teaching order: lessons by their chapters after the first examples. */
export async function loadGallery(): Promise<readonly GalleryRow[]> {
  const { gallery } = await import('virtual:gallery')
  return gallery.map(withRoles).sort((a, b) => a.order - b.order)
}

/** The chain of a listed example, with what each element is: a primitive of its dialect, else the tool at its head, else a runtime. */
export function withRoles(listed: ListedExample): GalleryRow {
  const { builtin, bySegment } = dialects[listed.dialect]
  const isPrimitive = (id: string): boolean => builtin.has(id) || bySegment.has(id.slice(id.lastIndexOf('/') + 1))
  const chain = listed.chain.map((element, at) => {
    const role = isPrimitive(element.id) ? ('primitive' as const) : at === 0 ? ('tool' as const) : ('runtime' as const)
    return { ...element, role }
  })
  return { ...listed, chain }
}

/** Whether an example fits what somebody looks for: every word is in something that it says of itself, and it has the tag. */
export function fits(row: GalleryRow, query: string, tag?: string): boolean {
  const { title, text, dialect, item_id, chain, lesson } = row
  const ids = chain.map(({ id }) => id)
  const said = [title, text, dialect, item_id, lesson?.chapter ?? '', ...row.tags, ...ids].join('\n').toLowerCase()
  if (tag !== undefined && !tagsOf(row).includes(tag)) return false
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word))
}

/** The tags of an example; its dialect is one of them. */
export function tagsOf({ dialect, tags }: GalleryRow): readonly string[] {
  return [...new Set([dialect, ...tags])]
}

/** The tags of so many examples that choosing one of them helps, most used first. */
export function commonTags(rows: readonly GalleryRow[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const tag of rows.flatMap(tagsOf)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .map(([tag]) => tag)
}

/** About how many minutes an example takes: to read it without haste, and to try each step; one of no steps is tried once. */
export function minutesOf({ words, lesson }: GalleryRow): number {
  const wordsAMinute = 150
  return Math.max(2, Math.ceil(words / wordsAMinute + (lesson?.steps.length ?? 1)))
}
