import { joinPath } from '../../text/path.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** The paths to search for a program: the program itself if it is a path, otherwise its name in each folder of PATH. */
export function placesOfProgram(program: string, path: string): readonly string[] {
  if (program.includes('/')) return program.startsWith('/') ? [program] : []
  const folders = path.split(/[:;]/).filter((folder) => folder.startsWith('/'))
  return folders.map((folder) => joinPath(folder, program))
}

/** The searched paths of a missing program; undefined if it exists, or if the world does not list files (R6.3). */
export function missingProgram(workspace: Workspace, program: string, path: string): readonly string[] | undefined {
  // All tools of a runtime need the same program, so PATH is split only once (R12.1).
  return workspace.remember(`program ${program} on ${path}`, workspace.figures.env, () => {
    const places = placesOfProgram(program, path)
    const isMissing = places.length > 0 && !places.some((place) => workspace.isFile(place))
    return isMissing && workspace.settings.world.files.length > 0 ? places : undefined
  })
}
