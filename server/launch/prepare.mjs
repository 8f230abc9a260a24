// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isFresh, markFresh } from './freshness.mjs'
import { install, missingPackages } from './install.mjs'
import { locked } from './lock.mjs'
import { finished } from './processes.mjs'
import { LaunchProblem, root, say } from './root.mjs'

const settings = ['package.json', 'package-lock.json', 'vite.config.ts']

/** What can be built, what it is built from, and how. */
const products = {
  node: {
    made: 'dist/node/cli.js',
    stamp: 'dist/.node-built',
    from: ['core', 'server', ...settings],
    about: 'Building the command line and the server: some seconds.',
    build: async () => (await import('./build-node.mjs')).buildNode(root),
  },
  page: {
    made: 'dist/web/index.html',
    stamp: 'dist/.page-built',
    from: ['core', 'web', 'examples', ...settings],
    about: 'Building the page: about a minute the first time.',
    build: buildPage,
  },
}

/** @typedef {keyof typeof products} Product */

/**
 * Install and build whatever is missing or out of date, and nothing else.
 * @param {readonly Product[]} names
 * @param {{ again?: boolean }} [options] `again` builds even what is fresh.
 */
export async function prepare(names, options = {}) {
  // An installed package comes built, without the sources.
  if (!existsSync(join(root, 'core/index.ts'))) return
  const stale = () => names.filter((name) => options.again === true || !isBuilt(name))
  if (missingPackages(root).length === 0 && stale().length === 0) return
  await locked(join(root, 'dist/.launch-lock'), async () => {
    if (missingPackages(root).length > 0) await install(root)
    for (const name of stale()) {
      const begun = new Date()
      say(products[name].about)
      await products[name].build()
      say(`Built in ${((Date.now() - begun.getTime()) / 1000).toFixed(1)} s.`)
      markFresh(root, products[name].stamp, begun)
    }
  })
}

/**
 * Run one of the built programs with arguments; answers its exit code.
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export async function runBuilt(name, args) {
  const path = join(root, `dist/node/${name}.js`)
  if (!existsSync(path)) throw new LaunchProblem(`There is no ${name} in this version.`)
  const program = await import(pathToFileURL(path).href)
  return program.run(args)
}

/**
 * Do the work of a launch script: a trouble that can be mended is told in one line, without a stack.
 * @param {() => Promise<number>} work
 */
export async function launch(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (!(error instanceof LaunchProblem)) throw error
    say(error.message)
    process.exitCode = 1
  }
}

/** @param {Product} name */
function isBuilt(name) {
  const { made, stamp, from } = products[name]
  return existsSync(join(root, made)) && isFresh(root, stamp, from)
}

async function buildPage() {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const code = await finished(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root })
  if (code !== 0) throw new LaunchProblem('The page could not be built. The message is above.')
}
