// @ts-check
const { join } = require('node:path')

/** The folder of the repository. */
const root = join(__dirname, '../..')

/** Everything the launch says goes to standard error: standard output belongs to what is launched. @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`)
}

/** A trouble that a person can mend: its message says how. */
class LaunchProblem extends Error {}

module.exports = { root, say, LaunchProblem }
