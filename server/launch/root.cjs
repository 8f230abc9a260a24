// @ts-check
const { join } = require('node:path')

/** The product's folder. */
const root = join(__dirname, '../..')

/**
 * Print a message of the launch on standard error, because standard output belongs to the launched program.
 * @param {string} text
 */
function say(text) {
  process.stderr.write(`${text}\n`)
}

/** A problem that the user can fix; the message explains how. */
class LaunchProblem extends Error {}

module.exports = { root, say, LaunchProblem }
