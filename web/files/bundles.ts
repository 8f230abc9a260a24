/** The files of one bundle, by absolute path under `/system/<bundle id>`. */
export type BundleFiles = ReadonlyMap<string, string>

/** The name of a bundle in snapshots. */
export interface BundleName {
  readonly id: string
  readonly version: string
}

type Texts = Readonly<Record<string, string>>

/**
 * The loaders of all product bundles. They load separately: a draft uses one bundle, and bundles compress poorly
 * because of their signatures.
 */
export const bundleTexts: Readonly<Record<string, () => Promise<{ readonly texts: Texts }>>> = {
  'ryeos-core/1.3.0': () => import('./bundles/ryeos-core-1.3.0.ts'),
  'ryeos-core/1.2.0': () => import('./bundles/ryeos-core-1.2.0.ts'),
  'ryeos-core/1.1.0': () => import('./bundles/ryeos-core-1.1.0.ts'),
  'ryeos-core/1.0.0': () => import('./bundles/ryeos-core-1.0.0.ts'),
  'ryeos-lilux/1.1.0': () => import('./bundles/ryeos-lilux-1.1.0.ts'),
  'ryeos-lilux/1.0.0': () => import('./bundles/ryeos-lilux-1.0.0.ts'),
  'ryeos-kiwi/1.1.0': () => import('./bundles/ryeos-kiwi-1.1.0.ts'),
  'ryeos-kiwi/1.0.0': () => import('./bundles/ryeos-kiwi-1.0.0.ts'),
}

const loaded = new Map<string, Promise<BundleFiles>>()

/** Load a product bundle; an unknown bundle is empty. */
export function loadBundle(name: BundleName): Promise<BundleFiles> {
  const key = `${name.id}/${name.version}`
  const known = loaded.get(key) ?? readBundle(name.id, key)
  loaded.set(key, known)
  return known
}

async function readBundle(id: string, key: string): Promise<BundleFiles> {
  const load = Object.hasOwn(bundleTexts, key) ? bundleTexts[key] : undefined
  if (!load) return new Map()
  const { texts } = await load()
  const mark = `/bundles/${key}/`
  const files = Object.entries(texts).map(([path, text]): readonly [string, string] => {
    return [`/system/${id}/${path.slice(path.indexOf(mark) + mark.length)}`, text]
  })
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)))
}
