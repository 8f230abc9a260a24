// @ts-check
const { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')

/**
 * Whether something was built after the last change of what it is built from: what its stamp lists, and `sources`. Folders count too:
 * their time changes when a file in them is added or removed.
 * @param {string} root
 * @param {string} stamp
 * @param {readonly string[]} sources
 */
function isFresh(root, stamp, sources) {
  const path = join(root, stamp)
  const built = timeOf(path)
  return built > 0 && [...sources, ...linesOf(path)].every((source) => isUnchanged(`${root}/${source}`, built))
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
 * @param {readonly string[]} files The files it was built from, if the build knows them.
 */
function markFresh(root, stamp, begun, files = []) {
  const path = join(root, stamp)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, files.join('\n'))
  utimesSync(path, begun, begun)
}

/**
 * Whether nothing at a path or below it is as new as a time, and it is still there. Test files do not count.
 * @param {string} path
 * @param {number} built
 * @returns {boolean}
 */
function isUnchanged(path, built) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || stats.mtimeMs >= built) return false
  if (!stats.isDirectory()) return true
  return readdirSync(path).every((name) => name.endsWith('.test.ts') || isUnchanged(`${path}/${name}`, built))
}

/** @param {string} path */
function linesOf(path) {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}

/** @param {string} path */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

module.exports = { isFresh, isOlder, markFresh }
