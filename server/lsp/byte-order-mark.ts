import { isOwn } from '../project/check/fix.ts'
import { ownPlaces } from '../project/directory.ts'
import { readFound } from '../project/whole-file.ts'
import { writeWhole } from '../project/write-whole.ts'
import type { Asked, Projects } from './projects.ts'

/**
 * The command that removes a byte order mark on disk. Editors keep the mark out of the text, so that no edit can remove
 * it.
 */
export const markCommand = 'rye-chain.remove-byte-order-mark'

/** Remove the byte order mark of a saved file of the project. A file with unsaved changes stays unchanged. */
export function removeMark({ project, path, text }: Asked, projects: Projects, say: (message: string) => void): null {
  if (!isOwn(project.directory.workspace, path) || !project.hidesMark(path)) return null
  const disk = ownPlaces(project.directory)(path)
  const bytes = readFound(disk)
  const isSaved = bytes.toString('utf8').replace(/\r\n?/g, '\n') === text
  if (isSaved) writeWhole(disk, bytes.subarray(3), { as: 'replace' })
  else say('Save the file, then remove its byte order mark.')
  projects.changedOnDisk(disk)
  return null
}
