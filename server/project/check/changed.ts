import { existsSync, readdirSync } from 'node:fs'
import { join } from '../../disk-paths.ts'
import { GitFault } from '../git/locate.ts'
import { Repository } from '../git/repository.ts'
import type { Entry } from '../git/working-files.ts'
import type { Machine } from '../options.ts'
import { ReportedError } from '../reported-error.ts'

/** The paths of a project that its items use. */
export const usedPaths = ['.ai', '.env'] as const

/**
 * The paths, relative to the folder, of files that changed since a revision: changed, new and deleted files. A nested
 * repository that cannot be compared file by file counts as one path.
 *
 * @throws ReportedError if the folder is not in a git repository, or the revision does not exist.
 */
export function changedFiles(
  folder: string,
  revision: string,
  paths: readonly string[],
  { env }: Pick<Machine, 'env'>,
): readonly string[] {
  try {
    return changedSince(folder, revision, paths, env)
  } catch (error) {
    if (error instanceof GitFault) throw new ReportedError('usage', `Git cannot list the changes: ${error.message}`)
    throw error
  }
}

function changedSince(
  folder: string,
  revision: string,
  paths: readonly string[],
  env: Machine['env'],
): readonly string[] {
  return Repository.use(folder, env, (repository) => {
    const commit = repository.commit(revision)
    const entries = commit === undefined ? [] : repository.entries(commit, paths)
    const tracked = new Map(entries.map((entry) => [entry.path, entry]))
    const files = repository.workingFiles()
    const changesOf = (path: string): readonly string[] => {
      const entry = tracked.get(path)
      if (entry?.type === 'commit') return changedInside(folder, entry, env)
      return entry && files.isSame(entry) ? [] : [path]
    }
    return [...new Set([...tracked.keys(), ...repository.known(paths)])].flatMap(changesOf)
  })
}

/** Changes in a submodule since the recorded commit, or its whole path if this commit is unknown. */
function changedInside(folder: string, { path, object }: Entry, env: Machine['env']): readonly string[] {
  const inner = join(folder, path)
  // A submodule that was not checked out is an empty folder.
  if (!existsSync(join(inner, '.git'))) return existsSync(inner) && readdirSync(inner).length === 0 ? [] : [path]
  try {
    return changedSince(inner, object, ['.'], env).map((name) => `${path}/${name}`)
  } catch (error) {
    if (error instanceof GitFault) return [path]
    throw error
  }
}
