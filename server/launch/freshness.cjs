// @ts-check
const { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')

/** Settings of every build. */
const settings = ['package.json', 'package-lock.json', 'vite.config.ts']

/** The folders and files from which the page is built. */
const pageSources = ['core', 'web', 'examples', 'docs/rules', 'docs/reference', 'CHANGELOG.md', ...settings]

/**
 * Whether a product was built after the last change of its inputs: the files that its stamp lists, and `sources`.
 * Folders also count, because their time changes when a file in them is added or removed.
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
 * Whether a file and a stamp both exist, and the file is older.
 * @param {string} root
 * @param {string} path
 * @param {string} stamp
 */
function isOlder(root, path, stamp) {
  const time = timeOf(join(root, path))
  return time > 0 && time < timeOf(join(root, stamp))
}

/**
 * Record that a product was built from the files of the time `begun`. A later change causes another build, even if it
 * was made during this one.
 * @param {string} root
 * @param {string} stamp
 * @param {Date} begun
 * @param {readonly string[]} files The files that the product was built from, if the build lists them.
 */
function markFresh(root, stamp, begun, files = []) {
  const path = join(root, stamp)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, files.join('\n'))
  utimesSync(path, begun, begun)
}

/**
 * Whether a path exists, and it and all files in it are older than a time. Test files do not count.
 * @param {string} path
 * @param {number} built The time in milliseconds.
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

module.exports = { isFresh, isOlder, markFresh, pageSources, settings }
