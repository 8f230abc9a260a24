// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from './processes.mjs'
import { LaunchProblem, say } from './root.cjs'

/** @typedef {Record<string, { version?: string, optional?: boolean, link?: boolean }>} Packages */

/**
 * The required packages in the lockfile that are not installed in the locked version. npm writes its record of
 * installed versions last, so an interrupted installation counts as missing.
 * @param {string} root
 * @returns {readonly string[]}
 */
export function missingPackages(root) {
  const wanted = packagesOf(join(root, 'package-lock.json')) ?? {}
  const installed = packagesOf(join(root, 'node_modules/.package-lock.json')) ?? {}
  return Object.entries(wanted)
    .filter(([path, { optional, link }]) => path !== '' && optional !== true && link !== true)
    .filter(([path, { version }]) => installed[path]?.version !== version)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
}

/**
 * Install exactly the packages in the lockfile, including the development dependencies, which the page
 * build needs.
 * @param {string} root
 */
export async function install(root) {
  say('Installing the dependencies (npm ci). This takes about 30 seconds.')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const code = await finished(npm, args, { cwd: root, shell: process.platform === 'win32' })
  if (code === undefined) throw new LaunchProblem('npm was not found. It comes with Node: https://nodejs.org.')
  if (code !== 0) {
    throw new LaunchProblem(
      `npm ci failed with exit code ${code}. See the output of npm above, and check the network connection.`,
    )
  }
}

/**
 * @param {string} path
 * @returns {Packages | undefined}
 */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}
