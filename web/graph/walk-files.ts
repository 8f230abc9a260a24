import type { Snapshot } from '#core/workspace'

const folder = '/project/.ai/walks/'

/** The walk files of a draft: tests and pins. */
export function walkFilesOf({ files }: Snapshot): readonly string[] {
  return Object.keys(files)
    .filter((path) => path.startsWith(folder) && /\.ya?ml$/.test(path))
    .sort()
}

/**
 * The walk files of the selected graph, and walk files without a graph name. The addresses of another graph would not
 * match.
 */
export function pinFilesOf(snapshot: Snapshot): readonly string[] {
  return walkFilesOf(snapshot).filter((path) => {
    const text = snapshot.files[path]
    const graph = typeof text === 'string' ? /^graph:[ \t]*["']?([^"'#\s]+)/m.exec(text)?.[1] : undefined
    return graph === undefined || graph === snapshot.item_id
  })
}

/** An unused path for a walk of the selected graph. */
export function walkPath({ files, item_id }: Snapshot, kind: 'walk' | 'pins'): string {
  const name = `${folder}${item_id.slice(item_id.lastIndexOf('/') + 1)}-${kind}`
  for (let number = 1; ; number++) {
    const path = `${name}${number === 1 ? '' : `-${number}`}.yaml`
    if (!Object.hasOwn(files, path)) return path
  }
}
