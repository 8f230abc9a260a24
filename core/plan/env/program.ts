import { joinPath } from '../../text/path.ts'
import type { World } from '../../workspace/workspace-settings.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** The facts of a machine that decide which file starts a program. A machine with the separator `;` runs Windows. */
type ProgramRules = Pick<World, 'environ' | 'path_separator'>

const posix: ProgramRules = { environ: {}, path_separator: ':' }

/** The extensions of programs if `PATHEXT` is not set. */
const windowsExtensions = '.EXE;.BAT;.CMD'

/**
 * The names of a program, each as the file names that can start it. On Windows, these have the extensions of `PATHEXT`,
 * and `python3` is usually named `python` or `py`.
 */
export function programNames(
  { environ, path_separator }: ProgramRules,
  program: string,
): readonly (readonly string[])[] {
  if (path_separator !== ';') return [[program]]
  const extensions = (environ['PATHEXT'] ?? windowsExtensions).toLowerCase().split(';').filter(Boolean)
  const names = program === 'python3' ? ['python3', 'python', 'py'] : [program]
  const isWhole = extensions.some((extension) => program.toLowerCase().endsWith(extension))
  return isWhole ? [[program]] : names.map((name) => [name, ...extensions.map((extension) => name + extension)])
}

/** The paths of a program in the folders of PATH, in the order of the search. */
export function placesOnPath(program: string, path: string, rules: ProgramRules): readonly string[] {
  const isWindows = rules.path_separator === ';'
  const written = isWindows ? path.replaceAll('\\', '/').split(';') : path.split(':')
  const folders = written.filter((folder) => folder.startsWith('/') || (isWindows && /^[A-Za-z]:\//.test(folder)))
  return programNames(rules, program).flatMap((names) =>
    folders.flatMap((folder) => names.map((name) => joinPath(folder, name))),
  )
}

/**
 * The paths to search for a program: the program itself if it is an absolute path, none for a relative path, otherwise
 * its places on PATH.
 */
export function placesOfProgram(program: string, path: string, rules: ProgramRules = posix): readonly string[] {
  if (!program.includes('/')) return placesOnPath(program, path, rules)
  return /^(?:[A-Za-z]:)?\//.test(program) ? [program] : []
}

/**
 * The searched paths of a missing program; undefined if it exists, if it is a relative path, or if the world does not
 * list files (R6.3).
 */
export function missingProgram(workspace: Workspace, program: string, path: string): readonly string[] | undefined {
  // All tools of a runtime need the same program, so PATH is split only once (R12.1).
  return workspace.remember(`program ${program} on ${path}`, workspace.figures.env, () => {
    const { world } = workspace.settings
    const places = placesOfProgram(program, path, world)
    const isMissing = places.length > 0 && !places.some((place) => workspace.isFile(joinPath('/', place)))
    return isMissing && world.files.length > 0 ? places : undefined
  })
}
