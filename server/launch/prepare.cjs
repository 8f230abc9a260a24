// @ts-check
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { isFresh, isOlder, markFresh, pageSources, settings } = require('./freshness.cjs')
const { LaunchProblem, root, say } = require('./root.cjs')

/** npm's own record of installed packages. A build that is newer than this record and the lockfile had all packages. */
const installed = 'node_modules/.package-lock.json'

/**
 * The products of a build: target, inputs in addition to the files that the build lists, message, and a function that
 * builds the product. The function returns the input files of each part.
 */
const products = {
  node: {
    made: 'dist/node/cli.js',
    from: ['server/launch', ...settings],
    about: 'Building the command line and the server. This takes a few seconds.',
    build: async () => (await import('./build-node.mjs')).buildNode(root),
  },
  page: {
    made: 'dist/web/index.html',
    from: pageSources,
    about: 'Building the page: about a minute the first time.',
    build: buildPage,
  },
}

/**
 * The page, all programs for Node, or one script of the command line. Starting a script checks only its own inputs.
 * @typedef {'page' | 'node' | `quick${string}`} Part
 */

/** @param {Part} part */
const productOf = (part) => products[part === 'page' ? part : 'node']

/** @param {string} part */
const stampOf = (part) => `dist/.built/${part}`

/**
 * Install and build only the parts that are missing or out of date.
 * @param {readonly Part[]} parts
 * @param {{ again?: boolean }} [options] `again` also builds fresh parts.
 */
async function prepare(parts, options = {}) {
  // An installed package contains the built files and no sources.
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
 * Run one of the built programs with arguments. Returns its exit code.
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function runBuilt(name, args) {
  const path = join(root, `dist/node/${name}.js`)
  if (!existsSync(path)) throw new LaunchProblem(`This version does not contain ${name}.`)
  const program = await import(pathToFileURL(path).href)
  return program.run(args)
}

/** Commands that the bundled script excludes, because of their libraries. */
const services = ['serve', 'worker', 'lsp', 'mcp']

/**
 * Build missing parts, and run the command line with arguments. Returns its exit code.
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

/**
 * Programs that analyze all items of a tree. For other programs, changing V8's settings costs more time than it saves.
 */
const ofWholeTrees = ['check', 'bench-fresh']

/**
 * Run a program that is bundled into one script.
 * @param {string} program
 * @param {string} name The name of its code cache.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function runQuick(program, name, args) {
  // V8's settings must be set before the script loads, because the code cache is valid only for them.
  if (ofWholeTrees.includes(name)) {
    const { optimizeLess } = require('./optimize-less.cjs')
    optimizeLess()
  }
  const { Quick } = require('./quick.cjs')
  const quick = new Quick(scriptOf(program), name)
  const code = await quick.load().run(args)
  // An invalid request stores no code cache, because each misspelled command name would leave a file.
  if (code !== 2) quick.keep()
  return code
}

/**
 * Run a launch script. A problem that the user can fix is printed on one line, without a stack trace.
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

/**
 * Build the page. This build lists no input files, so `from` names whole folders.
 * @returns {Promise<Record<string, string[]>>}
 */
async function buildPage() {
  const { finished } = await import('./processes.mjs')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const code = await finished(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root })
  if (code !== 0) throw new LaunchProblem('The page could not be built. See the message above.')
  return { page: [] }
}

module.exports = { prepare, runBuilt, runCommandLine, runQuick, launch }
