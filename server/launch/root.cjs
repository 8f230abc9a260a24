// @ts-check
const { join } = require('node:path')

/** The folder of the repository. */
const root = join(__dirname, '../..')

/** Everything the launch says goes to standard error: standard output belongs to what is launched. @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`)
}

/** A problem that a person can fix: its message says how. */
class LaunchProblem extends Error {}

module.exports = { root, say, LaunchProblem }
