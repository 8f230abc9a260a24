import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../io.ts'

/** Bytes of git's list of names that are read: half a million long names. */
const mostBytes = 64 * 1024 * 1024

/**
 * The files below a folder that differ from a revision, as paths on the disk: changed, new, deleted, and what git does not know yet.
 *
 * @throws UsageError where the folder is in no git repository, or there is no such revision.
 */
export function changedFiles(folder: string, revision: string): readonly string[] {
  const git = (...words: readonly string[]): string => {
    try {
      return execFileSync('git', ['-C', folder, ...words], {
        encoding: 'utf8',
        maxBuffer: mostBytes,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    } catch (error) {
      throw new UsageError(`--changed: ${sentenceOf(error)}`)
    }
  }
  const root = git('rev-parse', '--show-toplevel').trimEnd()
  // `--` ends the revisions, so that one that begins with a dash is no option of git.
  const differing = git('diff', '--name-only', '-z', '--no-renames', '--end-of-options', revision, '--', '.')
  const unknown = git('ls-files', '--others', '--exclude-standard', '-z', '--full-name', '--', '.')
  const names = [...differing.split('\0'), ...unknown.split('\0')].filter((name) => name !== '')
  // Git names a repository by its real path; a person may have come by a link.
  const real = realpathSync(folder)
  return names
    .map((name) => join(root, name))
    .map((path) => (path.startsWith(`${real}/`) ? folder + path.slice(real.length) : path))
}

/** The first line of what git says, or why it could not be asked. */
function sentenceOf(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  const first = said.split('\n')[0] ?? ''
  if (first !== '') return first
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'git was not found.' : String(error)
}
