import { importedPackages, isObject } from '#core/read'
import { isOfPackage, type Foreign } from './exchange.ts'

/** The files of `node_modules` that an import contains. */
export type PackageChoice = 'none' | 'imported' | 'all'

/**
 * A function that decides whether a file of `node_modules` is imported. With `imported`, these are the packages that
 * the JavaScript and TypeScript files of the import load, and the dependencies of these packages.
 */
export async function packageFilter(
  files: readonly Foreign[],
  choice: PackageChoice,
): Promise<(name: string) => boolean> {
  if (choice !== 'imported') return () => choice === 'all'
  const inPackages = files.filter(({ name }) => isOfPackage(name))
  const folders = new Set<string>()
  const wanted = files.flatMap(({ name, bytes }) =>
    /\.[mc]?[jt]s$/.test(name) && !isOfPackage(name) ? importedPackages(new TextDecoder().decode(bytes)) : [],
  )
  const seen = new Set<string>()
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const end = `node_modules/${name}/`
    for (const file of inPackages) {
      const at = file.name.indexOf(end)
      if (at === -1 || (at > 0 && file.name[at - 1] !== '/')) continue
      const folder = file.name.slice(0, at + end.length)
      folders.add(folder)
      if (file.name === `${folder}package.json`) wanted.push(...(await dependenciesOf(file)))
    }
  }
  return (name) => [...folders].some((folder) => name.startsWith(folder))
}

async function dependenciesOf({ bytes, load }: Foreign): Promise<readonly string[]> {
  try {
    const manifest: unknown = JSON.parse(new TextDecoder().decode(load ? await load() : bytes))
    const { dependencies } = isObject(manifest) ? manifest : {}
    return isObject(dependencies) ? Object.keys(dependencies) : []
  } catch {
    return []
  }
}
