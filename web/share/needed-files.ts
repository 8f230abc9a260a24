import type { Analysis } from '#core/answer'
import { itemIdOf } from '#core/workspace'
import type { Snapshot } from '#core/workspace'
import { baseName } from '../files/places.ts'

/**
 * The files that the chosen item needs: those that its analysis names, and those that a needed file mentions by item
 * ID, path or name, such as an imported module. The caller checks that the result is the same.
 */
export function neededFiles({ files }: Snapshot, analysis: Analysis): Snapshot['files'] {
  const needed = new Set<string>()
  const { chain, trace, provenance, diagnostics, lockfile } = analysis
  collect([chain, trace, provenance, diagnostics, lockfile], (text) => {
    if (Object.hasOwn(files, text)) needed.add(text)
  })
  const others = Object.keys(files).filter((path) => !needed.has(path))
  const wanted = new Map(others.map((path) => [path, namesOf(path)]))
  // A set grows while it is read, so the mentions of each added file are followed too.
  for (const path of needed) {
    const text = files[path]
    if (typeof text !== 'string') continue
    const words = new Set(text.match(/[\w.-]+/g))
    for (const [other, { name, stem, item }] of wanted) {
      if (!words.has(name) && !words.has(stem) && (item === undefined || !text.includes(item))) continue
      needed.add(other)
      wanted.delete(other)
    }
  }
  return Object.fromEntries(Object.entries(files).filter(([path]) => needed.has(path)))
}

/** The names by which another file can mention a file. `item` is undefined for a file that is not an item. */
function namesOf(path: string): { readonly name: string; readonly stem: string; readonly item: string | undefined } {
  const name = baseName(path)
  // A package is imported by the name of its folder.
  const stem = name.replace(/\.[^.]+$/, '')
  return { name, stem: stem === '__init__' ? (path.split('/').at(-2) ?? stem) : stem, item: itemIdOf(path) }
}

/** Every string in a JSON value. */
function collect(value: unknown, found: (text: string) => void): void {
  if (typeof value === 'string') found(value)
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value) as readonly unknown[]) collect(part, found)
}
