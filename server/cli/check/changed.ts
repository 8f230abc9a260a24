import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { git, GitFault, namesIn } from '../git.ts'
import { UsageError } from '../io.ts'

/**
 * The files below a folder that differ from a revision, as paths on the disk: changed, new, deleted, and what git does not know yet.
 *
 * @throws UsageError where the folder is in no git repository, or there is no such revision.
 */
export function changedFiles(folder: string, revision: string): readonly string[] {
  try {
    return filesChangedSince(folder, revision)
  } catch (error) {
    if (error instanceof GitFault) throw new UsageError(`Git cannot tell what changed: ${error.message}`)
    throw error
  }
}

function filesChangedSince(folder: string, revision: string): readonly string[] {
  const root = git(folder, ['rev-parse', '--show-toplevel']).toString('utf8').trimEnd()
  // `--` ends the revisions, so that one that begins with a dash is no option of git.
  const compared = ['diff', '--name-only', '-z', '--no-renames', '--end-of-options', revision, '--', '.']
  // Before the first commit all that git knows is new.
  const differing = revision === 'HEAD' && isUnborn(folder) ? ['ls-files', '-z', '--full-name', '--', '.'] : compared
  const unknown = ['ls-files', '--others', '--exclude-standard', '-z', '--full-name', '--', '.']
  const names = [...namesIn(git(folder, differing)), ...namesIn(git(folder, unknown))]
  // Git names a repository by its real path; a person may have come by a link.
  const real = realpathSync(folder)
  return names
    .map((name) => join(root, name))
    .map((path) => (path.startsWith(`${real}/`) ? folder + path.slice(real.length) : path))
}

function isUnborn(folder: string): boolean {
  try {
    git(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'])
    return false
  } catch (error) {
    if (error instanceof GitFault) return true
    throw error
  }
}
