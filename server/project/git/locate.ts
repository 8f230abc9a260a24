import { existsSync, lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from '../../disk-paths.ts'
import { readFound } from '../whole-file.ts'

/** The error for a repository that git cannot read, with the reason as its message. */
export class GitFault extends Error {}

/** The folders of a repository. */
export interface Located {
  /** The folder that contains the tracked files. */
  readonly top: string
  /** The folder of this worktree, with `HEAD` and the index. */
  readonly own: string
  /** The folder shared by all worktrees, with objects, branches and settings. */
  readonly common: string
}

/**
 * The folder or its nearest parent folder with a `.git` entry, which is a file in a linked worktree or a submodule;
 * undefined if no folder has one.
 */
export function topAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  const above = dirname(folder)
  return above === folder ? undefined : topAbove(above)
}

/**
 * The repository that contains a folder. Only a `.git` entry marks a repository, and git never tracks such an entry: a
 * tracked folder that looks like a bare repository is a normal folder. `GIT_DIR` is ignored, because hooks set it for a
 * different folder than the inspected one.
 *
 * @throws GitFault if the folder is not in a repository, or if another user owns the `.git` entry.
 */
export function locate(folder: string): Located {
  for (let from = folder; ;) {
    const top = topAbove(from)
    if (top === undefined) throw new GitFault(`${folder} is not in a git repository.`)
    const own = linkedFolder(join(top, '.git'), 'gitdir: ')
    const shared = own === undefined ? undefined : linkedFolder(join(own, 'commondir'), '')
    if (own !== undefined && isFolder(join(shared ?? own, 'objects'))) {
      requireOwner(join(top, '.git'), folder)
      return { top, own, common: shared ?? own }
    }
    // As in git, a `.git` folder without objects does not count, and the search continues in the parent folder.
    from = dirname(top)
    if (from === top) throw new GitFault(`${folder} is not in a git repository.`)
  }
}

/**
 * The folder at a path, or the folder that the file at the path names after a keyword, relative to the file. Undefined
 * if nothing is at the path.
 * @throws GitFault if the file names no folder
 */
function linkedFolder(path: string, word: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  if (stats.isDirectory()) return path
  try {
    const text = readFound(path).toString('utf8').trimEnd()
    const named = text.startsWith(word) ? resolve(dirname(path), text.slice(word.length)) : ''
    if (isFolder(named)) return named
  } catch {
    // A pipe or an unreadable file is refused like a value that does not name a folder.
  }
  throw new GitFault(`${path} does not contain the path of a repository.`)
}

/**
 * Require that root, this user or the folder's owner owns the `.git` entry. Another user's repository, such as
 * `/tmp/.git`, would determine the results for this folder.
 */
function requireOwner(entry: string, folder: string): void {
  const user = process.geteuid?.()
  const owner = lstatSync(entry).uid
  if (user === undefined || [0, user, statSync(folder).uid].includes(owner)) return
  throw new GitFault(
    `${entry} belongs to user ID ${owner}, not to you, root or the owner of ${folder}. Change its owner, or use another folder.`,
  )
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
