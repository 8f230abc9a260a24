// @ts-check
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { finished } from '../server/launch/processes.mjs'
import { root } from '../server/launch/root.cjs'

/** The supported versions of Node that `npm test` does not use. */
const promised = ['22', '24', '26']

/**
 * `node .ci/nodes.mjs [VERSION]... [-- TEST...]` runs the tests in core and server with other Node versions. It
 * installs each version from npm into a temporary folder outside the repository, and deletes the folder afterwards.
 */
const words = process.argv.slice(2)
const cut = words.includes('--') ? words.indexOf('--') : words.length
const versions = cut === 0 ? promised : words.slice(0, cut)
const tests = cut + 1 < words.length ? words.slice(cut + 1) : ['core/', 'server/']

/**
 * The folder of the Node versions. Runs in the sandbox have a private `/tmp`, so they would not find an interpreter
 * there.
 */
const place = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()

/** @type {string[]} */
const failed = []
for (const version of versions) if (!(await passes(version))) failed.push(version)
console.log(failed.length === 0 ? `Node ${versions.join(', ')}: passed` : `Node ${failed.join(', ')}: FAILED`)
process.exitCode = failed.length === 0 ? 0 : 1

/** @param {string} version */
async function passes(version) {
  const folder = mkdtempSync(join(place, `rye-node-${version}-`))
  // Sandboxed runs that root starts can only read what every user can read.
  chmodSync(folder, 0o755)
  const name = `node-${process.platform}-${process.arch}`
  try {
    const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
    const installed = await finished('npm', ['install', ...options, `${name}@${version}`], { cwd: folder })
    const node = join(folder, 'node_modules', name, 'bin/node')
    if (installed !== 0 || !existsSync(node)) {
      console.error(`npm did not return ${name}@${version}.`)
      return false
    }
    const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` }
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    console.log(`Node ${version}: ${tests.join(' ')}`)
    // A busy machine only slows the tests down. Tests that require speed set their own timeout.
    const patience = ['--testTimeout=120000', '--hookTimeout=120000']
    return (await finished(node, [vitest, 'run', ...patience, ...tests], { cwd: root, env })) === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
