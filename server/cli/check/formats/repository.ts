import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Directory } from '../../directory.ts'

/**
 * Paths as a platform looks for them: from the root of the repository that the project is in, whatever folder the command was started in.
 * Without a repository, and for files outside of it, they are what everybody is shown.
 */
export function repositoryPaths({ onDisk, shown }: Directory): (path: string) => string {
  const root = rootAbove(onDisk('/project') ?? '/')
  return (path) => {
    const disk = onDisk(path)
    const isWithin = disk !== undefined && root !== undefined && disk.startsWith(`${root}/`)
    // What comes with the product keeps its path in the workspace.
    return isWithin && shown(path) !== path ? relative(root, disk) : shown(path)
  }
}

/** The next folder upwards that git keeps something in: a folder, or a file in a worktree. */
function rootAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  const above = dirname(folder)
  return above === folder ? undefined : rootAbove(above)
}
