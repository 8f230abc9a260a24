// @ts-check
const { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')

/**
 * Whether something was built after the last change of what it is built from. Folders count too: their time changes when
 * a file in them is added or removed.
 * @param {string} root
 * @param {string} stamp
 * @param {readonly string[]} sources
 * @param {string} [apart] A folder below them that nothing is built from.
 */
function isFresh(root, stamp, sources, apart = '') {
  const built = timeOf(join(root, stamp))
  return built > 0 && sources.every((source) => isUnchanged(join(root, source), built, join(root, apart)))
}

/**
 * Whether a file is there and older than a stamp that is there too.
 * @param {string} root
 * @param {string} path
 * @param {string} stamp
 */
function isOlder(root, path, stamp) {
  const time = timeOf(join(root, path))
  return time > 0 && time < timeOf(join(root, stamp))
}

/**
 * Note that everything that was there at `begun` is built. A change during the build is newer and will be built again.
 * @param {string} root
 * @param {string} stamp
 * @param {Date} begun
 */
function markFresh(root, stamp, begun) {
  const path = join(root, stamp)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  utimesSync(path, begun, begun)
}

/**
 * Whether nothing at a path or below it is as new as a time. What is not there is not; what only tests are is no matter.
 * @param {string} path
 * @param {number} built
 * @param {string} apart
 * @returns {boolean}
 */
function isUnchanged(path, built, apart) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || path === apart) return true
  if (stats.mtimeMs >= built) return false
  if (!stats.isDirectory()) return true
  return readdirSync(path).every((name) => name.endsWith('.test.ts') || isUnchanged(`${path}/${name}`, built, apart))
}

/** @param {string} path */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

module.exports = { isFresh, isOlder, markFresh }
