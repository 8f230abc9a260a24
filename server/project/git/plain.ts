import { lstatSync, readdirSync, statSync } from 'node:fs'
import { limits } from '#core/rules'
import { join, realpath, resolve } from '../../disk-paths.ts'
import { readFound } from '../whole-file.ts'
import { GitFault } from './locate.ts'

// Checks before git opens files, because git opens any file with an expected name: git blocks on a pipe, and never
// stops reading a device.

/**
 * Require that a path is a regular file of limited size, a folder, or missing.
 *
 * @throws GitFault for a pipe, a device or a socket, and for a file of more than `limits.inputBytes`.
 */
export function requirePlain(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isDirectory()) return
  if (!stats.isFile()) throw new GitFault(`${path} is not a file.`)
  if (stats.size > limits.inputBytes)
    throw new GitFault(`${path} is larger than ${limits.inputBytes} bytes (limit inputBytes).`)
}

/**
 * Call `requirePlain` for the files that git reads in a folder of the working tree, where git does not follow symlinks.
 */
export function requirePlainRules(folder: string): void {
  for (const name of ['.gitignore', '.gitattributes']) {
    const path = join(folder, name)
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) requirePlain(path)
  }
}

/**
 * Call `requirePlain` for each file in a folder of a repository, at any depth.
 *
 * @throws GitFault for the first path that is not a file.
 */
export function requirePlainFolder(folder: string): void {
  requireEach(folder, requirePlain)
}

/**
 * Require that object folders, and the object folders that they name (`info/alternates`), contain only files and
 * folders. Objects can have any size, because git maps them into its limited memory.
 *
 * @throws GitFault for a path that is not a file, and for more than `mostAlternates` folders.
 */
export function requirePlainObjects(folder: string): void {
  const seen = new Set<string>()
  const left = [folder]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    if (seen.size > mostAlternates) throw new GitFault(`${folder} refers to more than ${mostAlternates} other folders.`)
    requireEach(next, () => undefined)
    left.push(...alternatesOf(next))
  }
}

/** Maximum number of object folders that a folder can name, directly or through others. */
const mostAlternates = 100

function alternatesOf(objects: string): readonly string[] {
  const path = join(objects, 'info/alternates')
  requirePlain(path)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return []
  const lines = readFound(path).toString('utf8').split('\n')
  // Git does not write such lines; only a manual edit quotes a path like a C string.
  if (lines.some((line) => line.startsWith('"')))
    throw new GitFault(`${path} contains a quoted path, which is not supported.`)
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => resolve(objects, line))
}

/** Check every file in a folder, at any depth. Symlinks are followed, and each folder is checked once. */
function requireEach(folder: string, look: (path: string) => void): void {
  const seen = new Set<string>()
  const left = [folder]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const real = statSync(next, { throwIfNoEntry: false })?.isDirectory() ? realpath(next) : undefined
    if (real === undefined || seen.has(real)) continue
    seen.add(real)
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name)
      const kind = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry
      if (kind?.isDirectory()) left.push(path)
      else if (kind?.isFile()) look(path)
      else if (kind) throw new GitFault(`${path} is not a file.`)
    }
  }
}
