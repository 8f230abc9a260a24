/** The changes of one version, by part of the product. Changes before the first part have an empty title. */
export interface News {
  readonly version: string
  readonly parts: readonly { readonly title: string; readonly changes: readonly string[] }[]
}

/**
 * Parse the changelog, newest version first. It has a heading per version, a subheading per part, and a list item per
 * change. An item can have several lines.
 */
export function newsOf(changelog: string): readonly News[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [version, ...lines] = section.split('\n')
      const [first = '', ...titled] = lines.join('\n').split(/^### /m)
      const parts = [{ title: '', changes: changesIn(first) }, ...titled.map(partOf)]
      return { version: (version ?? '').trim(), parts: parts.filter(({ changes }) => changes.length > 0) }
    })
}

function partOf(text: string): News['parts'][number] {
  const [title, ...lines] = text.split('\n')
  return { title: (title ?? '').trim(), changes: changesIn(lines.join('\n')) }
}

function changesIn(text: string): readonly string[] {
  const items = text.split(/^- /m).slice(1)
  return items.map((item) => (item.split(/\n\s*\n/)[0] ?? '').replace(/\s*\n\s*/g, ' ').trim())
}
