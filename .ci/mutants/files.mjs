// @ts-check
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../server/launch/root.cjs'

export { root }

/**
 * The paths of all TypeScript files in a folder, except declaration files, or the path of the file itself, relative to
 * the root.
 * @param {string} path
 * @returns {string[]}
 */
export function filesUnder(path) {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.d\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}
