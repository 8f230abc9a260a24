import { readStaged } from '../diff/revision.ts'
import { GitFault } from '../git/locate.ts'
import type { ProjectOptions } from '../options.ts'
import { openProject, type Project } from '../project.ts'
import { projectFileName } from '../project-file.ts'
import { ReportedError } from '../reported-error.ts'
import { usedPaths } from './changed.ts'

/** A project with the files of the next commit instead of those on disk, and the files that the commit changes. */
export interface StagedProject {
  readonly project: Project
  readonly changed: readonly string[]
}

/**
 * Open a project as the git index contains it. Files that git ignores, such as `.env`, are read from disk.
 * @throws ReportedError if the project is not in a repository, or has a merge conflict.
 */
export function openStaged(options: ProjectOptions): StagedProject {
  const { directory } = openProject(options)
  const folder = directory.onDisk('/project') ?? '.'
  try {
    const { over, text, changed } = readStaged(folder, usedPaths, directory.machine)
    const project = openProject({ ...options, folder, files: over, projectFile: text(projectFileName) })
    return { project, changed }
  } catch (error) {
    if (error instanceof GitFault)
      throw new ReportedError('usage', `Git cannot list the staged files: ${error.message}`)
    throw error
  }
}
