import { isObject } from '#core/read'
import { isBundleId, ownBundles, type Snapshot } from '#core/workspace'
import type { FileContent } from './content.ts'
import { importFiles, type Foreign, type Imported } from './exchange.ts'
import type { LongWork } from './long-work.ts'

/** What the person calls a bundle; what is empty its manifest must say. */
export interface GivenName {
  readonly id: string
  readonly version: string
}

/** A system bundle from outside, as a draft holds it. */
export interface ReadBundle extends Imported {
  readonly name: Snapshot['bundle']
}

/** Files of a bundle below the root of an import: what lies in its `.ai`, with id and version of its `bundle.json` or as given. */
export async function readBundle(
  { files, root }: { readonly files: readonly Foreign[]; readonly root: string },
  given: GivenName,
  work: LongWork,
): Promise<ReadBundle | { readonly problem: string }> {
  const manifest = manifestIn(files.find(({ name }) => name === `${root}bundle.json`))
  const name = { id: given.id.trim() || manifest.id, version: given.version.trim() || manifest.version }
  if (name.id === '' || name.version === '')
    return { problem: 'No bundle.json with a bundle_id and a version. Enter both under “Import, export”.' }
  if (!isBundleId(name.id))
    return { problem: 'A bundle ID has at most 100 letters, digits, hyphens, dots and underscores.' }
  const inside = files.filter((file) => file.name.startsWith(`${root}.ai/`))
  if (inside.length === 0) return { problem: 'Not a bundle: it has no .ai folder.' }
  const { files: taken, skipped } = await importFiles(inside, root, work)
  const placed = Object.entries(taken).map(([path, content]) => [
    path.replace('/project/', `/system/${name.id}/`),
    content,
  ])
  return { name, files: Object.fromEntries(placed) as ReadBundle['files'], skipped }
}

/** What makes a bundle one of a draft's own: before all others where it is new, else in the place of the former one of its id. */
export function withBundle(draft: Snapshot, { name, files }: ReadBundle): BundleChange {
  const systems = draft.systems ?? ['builtin']
  const isThere = ownBundles(systems).some(({ id }) => id === name.id)
  const others = systems.map((one) => (one !== 'builtin' && one.id === name.id ? name : one))
  const former = filesOf(draft, name.id).map((path) => [path, null] as const)
  return {
    changes: [...former, ...Object.entries(files)],
    head: { systems: isThere ? others : [name, ...others] },
  }
}

/** What takes a bundle out of a draft: that of the product by `builtin`, which leaves the draft with its own. */
export function withoutBundle(draft: Snapshot, id: string): BundleChange {
  const systems = (draft.systems ?? ['builtin']).filter((one) => (one === 'builtin' ? one : one.id) !== id)
  return {
    changes: id === 'builtin' ? [] : filesOf(draft, id).map((path) => [path, null] as const),
    head: { systems: systems.length === 0 ? ['builtin'] : systems },
  }
}

interface BundleChange {
  readonly changes: readonly (readonly [path: string, content: FileContent | null])[]
  readonly head: { readonly systems: NonNullable<Snapshot['systems']> }
}

/** The paths of the files of a bundle that a draft brings. */
export function filesOf({ files }: Snapshot, id: string): readonly string[] {
  return Object.keys(files).filter((path) => path.startsWith(`/system/${id}/`))
}

function manifestIn(file: Foreign | undefined): GivenName {
  let manifest: unknown
  try {
    manifest = JSON.parse(new TextDecoder().decode(file?.bytes))
  } catch {
    manifest = undefined
  }
  const { bundle_id, version } = isObject(manifest) ? manifest : {}
  return { id: typeof bundle_id === 'string' ? bundle_id : '', version: typeof version === 'string' ? version : '' }
}
