// @ts-check
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Whether something was built after the last change of what it is built from. Folders count too: their time changes when
 * a file in them is added or removed.
 * @param {string} root
 * @param {string} stamp
 * @param {readonly string[]} sources
 */
export function isFresh(root, stamp, sources) {
  const built = timeOf(join(root, stamp))
  return built > 0 && sources.every((source) => newest(join(root, source)) < built)
}

/**
 * Note that everything that was there at `begun` is built. A change during the build is newer and will be built again.
 * @param {string} root
 * @param {string} stamp
 * @param {Date} begun
 */
export function markFresh(root, stamp, begun) {
  const path = join(root, stamp)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  utimesSync(path, begun, begun)
}

/**
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  let time = timeOf(path)
  if (time === 0 || !statSync(path).isDirectory()) return time
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    time = Math.max(time, timeOf(join(entry.parentPath, entry.name)))
  }
  return time
}

/** @param {string} path */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
