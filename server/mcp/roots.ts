import { statSync } from 'node:fs'
import { resolve } from '../disk-paths.ts'
import { realPath } from '../project/real-path.ts'
import { isBelow } from '../project/inside.ts'
import { ReportedError } from '../project/reported-error.ts'

/** The folders in which an agent can name projects, resolved at startup: links inside them cannot lead outside. */
export class Roots {
  readonly folders: readonly [string, ...string[]]

  /**
   * @param named The folders; the working directory by default.
   * @throws ReportedError for a root that is not a folder; the server then does not start.
   */
  constructor(named: readonly string[], cwd: string) {
    const [first = cwd, ...rest] = named
    this.folders = [rootAt(first, cwd), ...rest.map((folder) => rootAt(folder, cwd))]
  }

  /**
   * The real path of the project that a call names; without a name, the first root.
   * @throws ReportedError for a path that is not a folder in a root.
   */
  project(named: string | undefined): string {
    return named === undefined ? this.folders[0] : this.folder(named, 'project_path')
  }

  /**
   * The real path of a folder that an argument of a call names.
   * @throws ReportedError for a path that is not a folder in a root.
   */
  folder(named: string, argument: string): string {
    const [first] = this.folders
    const real = this.inside(resolve(first, named))
    if (real !== undefined && statSync(real).isDirectory()) return real
    throw new ReportedError(
      'usage',
      `${argument} ${JSON.stringify(named.slice(0, 300))} is not a folder in a root of this server. Its roots: ${this.folders.join(', ')}. Restart it with --root DIR to add one.`,
    )
  }

  /** The real path of an existing file or folder inside a root. Undefined for every other path, without the reason. */
  inside(path: string): string | undefined {
    if (path.includes('\0')) return undefined
    const real = realPath(path)
    return real !== undefined && this.contain(real) ? real : undefined
  }

  /** Whether a real path is a root or is inside one. */
  contain(real: string): boolean {
    return this.folders.some((root) => isBelow(root, real))
  }
}

function rootAt(folder: string, cwd: string): string {
  if (folder === '') throw new ReportedError('usage', '--root is empty. Pass a folder.')
  const real = realPath(resolve(cwd, folder))
  if (real === undefined || !statSync(real).isDirectory())
    throw new ReportedError('usage', `--root ${folder}: no such folder.`)
  return real
}
