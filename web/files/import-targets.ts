import { isObject } from '#core/read'
import { importRoot, isLeftOut, type Foreign, type RootPlace } from './exchange.ts'
import type { BundleNameInput } from './own-bundles.ts'

/** The space that the files of a root go to. `none` leaves them out. */
export type TargetSpace = 'project' | 'user' | 'system' | 'none'

/** One root of an import, its target, and the number of its files. */
export interface RootTarget {
  readonly root: string
  readonly to: TargetSpace
  /** The name of the bundle if the target is the system space. An empty field uses the value of `bundle.json`. */
  readonly bundle: BundleNameInput
  readonly count: number
}

/** The files that describe an export, next to its spaces. */
export const exportFiles = ['draft.json', 'example.yaml', 'lesson.yaml', 'routes.yaml']

/**
 * The root of an import that contains one project, with a slash at its end. Empty if the import has several projects.
 */
export function baseOf(files: readonly Foreign[]): string {
  const found = importRoot(files)
  return found.kind === 'one' ? found.root : ''
}

/**
 * The roots of an import that contain files, each with its most probable target. Of several projects, only the first
 * one is imported by default.
 */
export function rootTargets(files: readonly Foreign[]): readonly RootTarget[] {
  const found = importRoot(files)
  const base = found.kind === 'one' ? found.root : ''
  const roots =
    found.kind === 'several'
      ? found.roots.map((root, index) => ({ root, to: index === 0 ? ('project' as const) : ('none' as const) }))
      : spacesIn(files, found.root)
  const named = roots.map((one) => ({ ...one, bundle: { id: '', version: '' } }))
  const counts = new Map<string, number>()
  for (const { name } of files) {
    if (isLeftOut(name) || exportFiles.some((file) => name === `${base}${file}`)) continue
    const root = longest(
      roots.map((one) => one.root),
      name,
    )
    if (root !== undefined) counts.set(root, (counts.get(root) ?? 0) + 1)
  }
  return named.flatMap((one) => (counts.has(one.root) ? [{ ...one, count: counts.get(one.root) ?? 0 }] : []))
}

function longest(roots: readonly string[], name: string): string | undefined {
  return roots.filter((root) => name.startsWith(root)).toSorted((a, b) => b.length - a.length)[0]
}

function spacesIn(
  files: readonly Foreign[],
  base: string,
): readonly { readonly root: string; readonly to: TargetSpace }[] {
  if (isBundle(files, base)) return [{ root: base, to: 'system' }]
  const has = (root: string): boolean => files.some(({ name }) => name.startsWith(root))
  const spaces = (['project', 'user'] as const)
    .map((to) => ({ root: `${base}${to}/`, to }))
    .filter(({ root }) => has(root))
  return [...spaces, { root: base, to: 'project' }]
}

/** Whether a folder is a system bundle: it has `.ai`, and a `bundle.json` with an ID. */
function isBundle(files: readonly Foreign[], base: string): boolean {
  const manifest = files.find(({ name }) => name === `${base}bundle.json`)
  if (!manifest || !files.some(({ name }) => name.startsWith(`${base}.ai/`))) return false
  try {
    const read: unknown = JSON.parse(new TextDecoder().decode(manifest.bytes))
    return isObject(read) && typeof read['bundle_id'] === 'string'
  } catch {
    return false
  }
}

/**
 * The places of the roots in a draft. The bundles of an export keep their places; other bundles are read separately.
 */
export function placesOf(
  targets: readonly RootTarget[],
  base: string,
  bundles: readonly string[],
): readonly RootPlace[] {
  return [
    ...targets.map(({ root, to }) => ({ root, to: to === 'project' || to === 'user' ? `/${to}/` : null })),
    ...bundles.map((id) => ({ root: `${base}system/${id}/`, to: `/system/${id}/` })),
  ]
}
