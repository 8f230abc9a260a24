/** Files of one bundle by absolute path under `/system/<bundle id>`. */
export type BundleFiles = ReadonlyMap<string, string>

/** A bundle as snapshots name it. */
export interface BundleName {
  readonly id: string
  readonly version: string
}

const loaded = new Map<string, Promise<BundleFiles>>()

/** Read one bundle of the product; one that the product does not have is empty. */
export function loadBundle(name: BundleName): Promise<BundleFiles> {
  const key = `${name.id}/${name.version}`
  const known = loaded.get(key) ?? readBundle(name.id, key)
  loaded.set(key, known)
  return known
}

/** Ids and versions of all bundles that the product has, sorted. */
export async function bundleNames(): Promise<readonly BundleName[]> {
  const { bundleTexts } = await import('./bundle-texts.ts')
  return Object.keys(bundleTexts)
    .filter((path) => path.endsWith('/bundle.json'))
    .map((path) => path.split('/').slice(-3))
    .map(([id = '', version = '']) => ({ id, version }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

async function readBundle(id: string, key: string): Promise<BundleFiles> {
  const { bundleTexts } = await import('./bundle-texts.ts')
  const mark = `/bundles/${key}/`
  const files: (readonly [string, string])[] = []
  for (const [path, text] of Object.entries(bundleTexts)) {
    const cut = path.indexOf(mark)
    const inside = path.slice(cut + mark.length)
    if (cut >= 0 && inside !== 'bundle.json') files.push([`/system/${id}/${inside}`, text])
  }
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)))
}
