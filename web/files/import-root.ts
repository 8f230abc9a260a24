/** The project root of an import, or several candidates that the user chooses from. */
export type ImportRoot =
  { readonly kind: 'one'; readonly root: string } | { readonly kind: 'several'; readonly roots: readonly string[] }

/**
 * The root folder of an import: the parent of `.ai` at any depth, or the first folder that has more than one entry.
 * Sibling folders `project/`, `user/` and `system/ID/` are an export, with their parent as the root (R1.1).
 */
export function rootOf(names: readonly string[]): ImportRoot {
  const holding = names.flatMap((name) => /^((?:.*?\/)?)\.ai\//.exec(name)?.[1] ?? [])
  const all = [...new Set(holding)]
  // An `.ai` folder inside a project is part of that project.
  const outer = all.filter((root) => !all.some((other) => other !== root && root.startsWith(other)))
  const exported = new Set(outer.map((root) => root.replace(/(?:project|user)\/$/, '')))
  const parents = [...exported].filter((root) => !exported.has(/^(.*?)system\/[^/]+\/$/.exec(root)?.[1] ?? root + '/'))
  const [only, ...more] = parents
  if (only === undefined) return { kind: 'one', root: peeled(names) }
  return more.length === 0 ? { kind: 'one', root: only } : { kind: 'several', roots: outer.toSorted() }
}

/** The path of folders that contain a single folder each, down to the first with more entries or with the name of a space. */
function peeled(names: readonly string[]): string {
  let root = ''
  for (;;) {
    const first = names[0]?.slice(root.length).split('/') ?? []
    const next = `${root}${first[0]}/`
    if (first.length < 2 || /^(?:project|user|\.{1,2}|)$/.test(first[0] ?? '')) return root
    if (!names.every((name) => name.startsWith(next))) return root
    root = next
  }
}
