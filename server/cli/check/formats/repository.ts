import { relative } from 'node:path'
import type { Directory } from '../../../project/directory.ts'
import { topAbove } from '../../../project/git/locate.ts'

/**
 * Paths as a platform looks for them: from the root of the repository that the project is in, whatever folder the command was started in.
 * Without a repository, and for files outside of it, they are what everybody is shown.
 */
export function repositoryPaths({ onDisk, shown }: Directory): (path: string) => string {
  const root = topAbove(onDisk('/project') ?? '/')
  return (path) => {
    const disk = onDisk(path)
    const isWithin = disk !== undefined && root !== undefined && disk.startsWith(`${root}/`)
    // What comes with the product keeps its path in the workspace.
    return isWithin && shown(path) !== path ? relative(root, disk) : shown(path)
  }
}
