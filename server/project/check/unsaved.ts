import { readFileSync } from 'node:fs'
import { resolve } from '../../disk-paths.ts'
import type { Directory } from '../directory.ts'
import { OpenFiles } from '../open-files.ts'
import type { ProjectOptions } from '../options.ts'
import { openProject, type Project } from '../project.ts'
import { ReportedError } from '../reported-error.ts'
import { unifiedDiff } from './unified-diff.ts'

/** A project with unsaved content that replaces the content of its files. */
export interface UnsavedProject {
  readonly project: Project
  readonly unsaved: OpenFiles
}

/** Open a project in which a check can set the content of files without writing them. */
export function openUnsaved(options: ProjectOptions): UnsavedProject {
  let unsaved: OpenFiles | undefined
  const project = openProject({ ...options, files: (below) => (unsaved = new OpenFiles(below)) })
  if (unsaved === undefined) throw new Error('a directory opens its files')
  return { project, unsaved }
}

/**
 * Open a project with other content for one of its files, such as the unsaved file of an editor.
 * @returns the path of the file in the workspace.
 * @throws ReportedError for a file outside of the project.
 */
export function openWithText(options: ProjectOptions, name: string, text: string) {
  const { project, unsaved } = openUnsaved(options)
  const { directory } = project
  const path = name === '' ? undefined : directory.inside(resolve(directory.machine.cwd, name))
  if (path === undefined || path.startsWith('/system/'))
    throw new ReportedError('usage', `--stdin-filename ${name} is not in the project. Pass the project with --dir.`)
  unsaved.set(path, text)
  directory.workspace.refresh()
  return { project, path }
}

/** The differences between the files on disk and their unsaved content, as a patch for `git apply` and `patch -p1`. */
export function patchOf({ unsaved }: UnsavedProject, { onDisk, shown }: Directory): string {
  return unsaved
    .texts()
    .map(([path, text]) => unifiedDiff(shown(path), readFileSync(onDisk(path) ?? path, 'utf8'), text))
    .join('')
}
