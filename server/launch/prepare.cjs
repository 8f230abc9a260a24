// @ts-check
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { isFresh, isOlder, markFresh } = require('./freshness.cjs')
const { LaunchProblem, root, say } = require('./root.cjs')

const settings = ['package.json', 'package-lock.json', 'vite.config.ts']

/** npm's own record of what it installed. A build newer than this record, made from the current lockfile, had all packages. */
const installed = 'node_modules/.package-lock.json'

/** The targets of a build, their inputs in addition to the files that the build lists, and how to build them. Returns the files of each part. */
const products = {
  node: {
    made: 'dist/node/cli.js',
    from: ['server/launch', ...settings],
    about: 'Building the command line and the server. This takes a few seconds.',
    build: async () => (await import('./build-node.mjs')).buildNode(root),
  },
  page: {
    made: 'dist/web/index.html',
    from: ['core', 'web', 'examples', ...settings],
    about: 'Building the page: about a minute the first time.',
    build: buildPage,
  },
}

/**
 * The page, everything for Node, or one script of the command line: starting that script checks only its own inputs.
 * @typedef {'page' | 'node' | `quick${string}`} Part
 */

/** @param {Part} part */
const productOf = (part) => products[part === 'page' ? part : 'node']

/** @param {string} part */
const stampOf = (part) => `dist/.built/${part}`

/**
 * Install and build whatever is missing or out of date, and nothing else.
 * @param {readonly Part[]} parts
 * @param {{ again?: boolean }} [options] `again` builds even what is fresh.
 */
async function prepare(parts, options = {}) {
  // An installed package comes built, without the sources.
  if (!existsSync(join(root, 'core/index.ts'))) return
  const stale = () => new Set(parts.filter((part) => options.again === true || !isBuilt(part)).map(productOf))
  const isReady = stale().size === 0
  if (isReady && parts.every((part) => isOlder(root, installed, stampOf(part)))) return
  const { install, missingPackages } = await import('./install.mjs')
  if (isReady && missingPackages(root).length === 0) return
  const { locked } = await import('./lock.mjs')
  await locked(join(root, 'dist/.launch-lock'), async () => {
    if (missingPackages(root).length > 0) await install(root)
    for (const { about, build } of stale()) {
      const begun = new Date()
      say(about)
      for (const [part, files] of Object.entries(await build())) markFresh(root, stampOf(part), begun, files)
      say(`Built in ${((Date.now() - begun.getTime()) / 1000).toFixed(1)} s.`)
    }
  })
}

/**
 * Run one of the built programs with arguments; answers its exit code.
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function runBuilt(name, args) {
  const path = join(root, `dist/node/${name}.js`)
  if (!existsSync(path)) throw new LaunchProblem(`There is no ${name} in this version.`)
  const program = await import(pathToFileURL(path).href)
  return program.run(args)
}

/** Commands whose libraries are not in the one script of the others. */
const services = ['serve', 'worker', 'lsp', 'mcp']

/**
 * Build what is missing, and run the command line with arguments; answers its exit code.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function runCommandLine(args) {
  const [name = ''] = args
  const isHelp = !/^[a-z]+$/.test(name) || args.some((word) => ['help', '--help', '-h'].includes(word))
  if (args.some((word) => services.includes(word))) {
    await prepare(name === 'serve' && !isHelp ? ['node', 'page'] : ['node'])
    return runBuilt('cli', args)
  }
  const own = /** @type {const} */ (`quick-${name}`)
  const script = !isHelp && existsSync(scriptOf(own)) ? own : 'quick'
  await prepare([script])
  return runQuick(script, isHelp ? 'help' : name, args)
}

/** @param {string} program */
function scriptOf(program) {
  return join(root, `dist/node/${program}.cjs`)
}

/** Programs that analyze all items of a tree; for a smaller one, to set V8 takes some milliseconds and saves none. */
const ofWholeTrees = ['check', 'bench-fresh']

/**
 * Run one of the programs that are one script.
 * @param {string} program
 * @param {string} name What V8 makes of it is kept under this name.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function runQuick(program, name, args) {
  // Before the script: what is kept of it is kept for these settings of V8.
  if (ofWholeTrees.includes(name)) {
    const { optimizeLess } = require('./optimize-less.cjs')
    optimizeLess()
  }
  const { Quick } = require('./quick.cjs')
  const quick = new Quick(scriptOf(program), name)
  const code = await quick.load().run(args)
  // Not what was not understood: any word would leave a file.
  if (code !== 2) quick.keep()
  return code
}

/**
 * Run a launch script: a problem that a person can fix is printed in one line, without a stack.
 * @param {() => Promise<number>} work
 */
async function launch(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (!(error instanceof LaunchProblem)) throw error
    say(error.message)
    process.exitCode = 1
  }
}

/** @param {Part} part */
function isBuilt(part) {
  const { made, from } = productOf(part)
  return existsSync(join(root, made)) && isFresh(root, stampOf(part), from)
}

/** Its build lists no files: the folders are looked through. @returns {Promise<Record<string, string[]>>} */
async function buildPage() {
  const { finished } = await import('./processes.mjs')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const code = await finished(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root })
  if (code !== 0) throw new LaunchProblem('The page could not be built. The message is above.')
  return { page: [] }
}

module.exports = { prepare, runBuilt, runCommandLine, runQuick, launch }
