import { isObject } from '#core/read'
import { isBundleId, ownBundles, type Snapshot } from '#core/workspace'
import type { FileContent } from './content.ts'
import { importFiles, type Foreign, type Imported } from './exchange.ts'
import type { LongWork } from './long-work.ts'

/** The ID and version that the user enters for a bundle. An empty field uses the value of the manifest. */
export interface BundleNameInput {
  readonly id: string
  readonly version: string
}

/** An imported system bundle. */
export interface ReadBundle extends Imported {
  readonly name: Snapshot['bundle']
}

/**
 * Read a bundle from the root of an import: the files in `.ai`, with the entered ID and version or those of
 * `bundle.json`.
 */
export async function readBundle(
  { files, root }: { readonly files: readonly Foreign[]; readonly root: string },
  entered: BundleNameInput,
  work: LongWork,
): Promise<ReadBundle | { readonly problem: string }> {
  const manifest = manifestIn(files.find(({ name }) => name === `${root}bundle.json`))
  const name = { id: entered.id.trim() || manifest.id, version: entered.version.trim() || manifest.version }
  if (name.id === '' || name.version === '')
    return {
      problem: 'The import has no bundle.json with a bundle_id and a version. Enter the bundle ID and the version.',
    }
  if (!isBundleId(name.id))
    return { problem: 'The bundle ID is not valid. Use at most 100 letters, digits, hyphens, dots and underscores.' }
  const inside = files.filter((file) => file.name.startsWith(`${root}.ai/`))
  if (inside.length === 0)
    return { problem: 'The import is not a bundle, because it has no .ai folder. Choose the folder that contains .ai.' }
  const { files: taken, skipped } = await importFiles(inside, root, work)
  const placed = Object.entries(taken).map(([path, content]) => [
    path.replace('/project/', `/system/${name.id}/`),
    content,
  ])
  return { name, files: Object.fromEntries(placed) as ReadBundle['files'], skipped }
}

/** The changes that add a bundle to a draft, before all other bundles. A bundle with the same ID is replaced. */
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

/**
 * The changes that remove a bundle from a draft. The ID `builtin` removes the product's bundle. A draft without any
 * other bundle has the product's bundle.
 */
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

/** The paths of all files in a draft bundle. */
export function filesOf({ files }: Snapshot, id: string): readonly string[] {
  return Object.keys(files).filter((path) => path.startsWith(`/system/${id}/`))
}

function manifestIn(file: Foreign | undefined): BundleNameInput {
  let manifest: unknown
  try {
    manifest = JSON.parse(new TextDecoder().decode(file?.bytes))
  } catch {
    manifest = undefined
  }
  const { bundle_id, version } = isObject(manifest) ? manifest : {}
  return { id: typeof bundle_id === 'string' ? bundle_id : '', version: typeof version === 'string' ? version : '' }
}
