/** The project root of an import, or several candidates for the user to choose from. */
export type ImportRoot =
  { readonly kind: 'one'; readonly root: string } | { readonly kind: 'several'; readonly roots: readonly string[] }

/**
 * The root folder of an import: the parent of `.ai` at any depth, or the first folder with more than one entry. Sibling
 * folders `project/`, `user/` and `system/ID/` form an export, whose root is their parent (R1.1).
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

/**
 * The path of nested folders with a single entry each, down to the first folder with more entries or the name of a
 * space.
 */
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
