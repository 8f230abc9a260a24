import { relative } from '../../../disk-paths.ts'
import type { Directory } from '../../../project/directory.ts'
import { topAbove } from '../../../project/git/locate.ts'

/**
 * Paths as platforms expect them: relative to the root of the project's repository, regardless of the working
 * directory. Without a repository, and for files outside it, paths are as in the other formats.
 */
export function repositoryPaths({ onDisk, shown }: Directory): (path: string) => string {
  const root = topAbove(onDisk('/project') ?? '/')
  return (path) => {
    const disk = onDisk(path)
    const isWithin = disk !== undefined && root !== undefined && disk.startsWith(`${root}/`)
    // A file of the product is shown by its workspace path.
    return isWithin && shown(path) !== path ? relative(root, disk) : shown(path)
  }
}
