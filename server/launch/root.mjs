// @ts-check
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Everything the launch says goes to standard error: standard output belongs to what is launched. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/** A trouble that a person can mend: its message says how. */
export class LaunchProblem extends Error {}
