/** Where the project of an import lies: below one folder, or it must be asked which of several is meant. */
export type ImportRoot =
  { readonly kind: 'one'; readonly root: string } | { readonly kind: 'several'; readonly roots: readonly string[] }

/**
 * The folder whose content is meant, by the names that are not left out: the one that holds `.ai`, wherever it lies, or what is
 * left when folders that stand alone are peeled off. `project/`, `user/` and `system/ID/` beside each other are an export (R1.1).
 */
export function rootOf(names: readonly string[]): ImportRoot {
  const holding = names.flatMap((name) => /^((?:.*?\/)?)\.ai\//.exec(name)?.[1] ?? [])
  const all = [...new Set(holding)]
  // An `.ai` inside of a project is a part of it.
  const outer = all.filter((root) => !all.some((other) => other !== root && root.startsWith(other)))
  const exported = new Set(outer.map((root) => root.replace(/(?:project|user)\/$/, '')))
  const parents = [...exported].filter((root) => !exported.has(/^(.*?)system\/[^/]+\/$/.exec(root)?.[1] ?? root + '/'))
  const [only, ...more] = parents
  if (only === undefined) return { kind: 'one', root: peeled(names) }
  return more.length === 0 ? { kind: 'one', root: only } : { kind: 'several', roots: outer.toSorted() }
}

/** The folders that hold nothing but one folder, down to the first that holds more, or that names a space. */
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
