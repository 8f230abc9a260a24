/** What changed in one version, newest first. */
export interface News {
  readonly version: string
  readonly changes: readonly string[]
}

/** Read the list of changes: a heading for each version, an item for each change; a change may take several lines. */
export function newsOf(changelog: string): readonly News[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [version = '', ...lines] = section.split('\n')
      const items = lines.join('\n').split(/^- /m).slice(1)
      const changes = items.map((item) => (item.split(/\n\s*\n/)[0] ?? '').replace(/\s*\n\s*/g, ' ').trim())
      return { version: version.trim(), changes }
    })
}
