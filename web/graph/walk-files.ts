import type { Snapshot } from '#core/workspace'

const folder = '/project/.ai/walks/'

/** The files of a draft that hold walks: tests and pins. */
export function walkFilesOf({ files }: Snapshot): readonly string[] {
  return Object.keys(files)
    .filter((path) => path.startsWith(folder) && /\.ya?ml$/.test(path))
    .sort()
}

/** Those of them whose pins fit the chosen graph: of another graph no address would be met. */
export function pinFilesOf(snapshot: Snapshot): readonly string[] {
  return walkFilesOf(snapshot).filter((path) => {
    const text = snapshot.files[path]
    const graph = typeof text === 'string' ? /^graph:[ \t]*["']?([^"'#\s]+)/m.exec(text)?.[1] : undefined
    return graph === undefined || graph === snapshot.item_id
  })
}

/** A free place for a walk of the chosen graph. */
export function walkPath({ files, item_id }: Snapshot, kind: 'walk' | 'pins'): string {
  const name = `${folder}${item_id.slice(item_id.lastIndexOf('/') + 1)}-${kind}`
  for (let number = 1; ; number++) {
    const path = `${name}${number === 1 ? '' : `-${number}`}.yaml`
    if (!Object.hasOwn(files, path)) return path
  }
}
