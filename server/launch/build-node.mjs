// @ts-check
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { wrapped } from './quick.cjs'
import { root } from './root.cjs'

const core = join(root, 'core')

/** What runs on Node, by the name of its file in `dist/node/`. */
const entries = {
  cli: 'server/cli/main.ts',
  bench: 'server/bench/main.ts',
  'analysis-worker': 'server/engine/analysis-worker.ts',
  'walk-worker': 'server/engine/walk-worker.ts',
  'replace-worker': 'server/cli/replace-worker.ts',
}

/**
 * What starts as one script: the command line, and what the bench starts in the same way. What is asked most often has one without the
 * other commands (`only` is what the command line imports for it): a tenth of the start of `analyze` went into reading over those.
 * @type {readonly { name: string, path: string, only?: string }[]}
 */
const scripts = [
  { name: 'quick', path: entries.cli },
  { name: 'quick-analyze', path: entries.cli, only: './analyze.ts' },
  { name: 'quick-check', path: entries.cli, only: './check/check.ts' },
  { name: 'quick-list', path: entries.cli, only: './list.ts' },
  { name: 'bench-fresh', path: 'server/bench/fresh-check.ts' },
]

/** What the one script of the command line leaves out, with all the libraries behind it: it runs from `cli.js`. */
const services = ['serve', 'worker', 'lsp/server', 'mcp/start'].map((name) => `/server/cli/${name}.ts`)

/** What is slow to load and seldom used, by the names that are imported of it. */
const late = {
  fflate: ['Inflate', 'deflateSync', 'strToU8'],
  'node:child_process': ['execFileSync', 'spawn'],
  'node:dns': ['lookup'],
  'node:fs/promises': ['lstat', 'mkdir', 'open', 'readdir', 'readFile', 'realpath', 'rename', 'rm', 'stat', 'utimes'],
  'node:http': ['request'],
  'node:https': ['request'],
  'node:net': ['Socket', 'createServer'],
  'node:tty': ['isatty'],
  'node:worker_threads': ['Worker'],
  'node:zlib': ['createBrotliDecompress', 'createGunzip', 'createInflate'],
  '@noble/curves/ed25519.js': ['ed25519'],
  '@noble/hashes/sha2.js': ['sha256', 'sha512'],
  'semver/functions/parse.js': ['default'],
  './read/javascript/js-parser.ts': ['parseJs'],
}

/** In place of such a module: what loads it when it is called or asked for something. A name that is not listed fails the build. */
const lateModules = {
  name: 'late-modules',
  enforce: /** @type {const} */ ('pre'),
  resolveId(/** @type {string} */ id, /** @type {string | undefined} */ importer) {
    const isOwn = importer?.startsWith('\0late:') === true
    return Object.hasOwn(late, id) && !isOwn ? `\0late:${id}` : undefined
  },
  load(/** @type {string} */ id) {
    const module = Object.entries(late).find(([name]) => id === `\0late:${name}`)
    if (!module) return undefined
    const [name, exports] = module
    // The one for Node asks for threads that nobody here wants. A file of our own is named as in `core/`.
    const from = name === 'fflate' ? 'fflate/browser' : name.startsWith('.') ? join(core, name) : name
    return exports.map((one) => lateExport(one, from)).join('\n')
  },
}

/**
 * @param {string} name
 * @param {string} from
 */
function lateExport(name, from) {
  const found = `require(${JSON.stringify(from)})`
  return `let loaded_${name}
  const load_${name} = () => (loaded_${name} ??= ${name === 'default' ? `(${found}.default ?? ${found})` : `${found}.${name}`})
  const late_${name} = new Proxy(function () {}, {
    apply: (_, of, words) => Reflect.apply(load_${name}(), of, words),
    construct: (_, words) => new (load_${name}())(...words),
    get: (_, part) => load_${name}()[part],
  })
  export { late_${name} as ${name} }`
}

/**
 * Lets what imports from the engine's index import from where the names are written: through the index, a small command would run the top
 * of every file of the engine first.
 */
const pastTheIndex = {
  name: 'past-the-index',
  enforce: /** @type {const} */ ('pre'),
  /** @param {string} code */
  transform(code) {
    if (!code.includes("from '#core'")) return undefined
    return code.replace(/^import \{([^}]*)\} from '#core'$/gm, (_, names) => namedImports(names).join(';'))
  },
}

/** @param {string} names */
function namedImports(names) {
  return valuesIn(names).map(([name, own]) => {
    const home = homes.get(name)
    if (!home)
      throw new Error(`core/index.ts does not say where ${name} is from: write it there as "export { ${name} } from".`)
    return `import { ${home.name} as ${own} } from ${JSON.stringify(home.path)}`
  })
}

/** Where the engine's index has its names from. */
const homes = new Map(
  [...readFileSync(join(core, 'index.ts'), 'utf8').matchAll(/^export \{([^}]*)\} from '(\.[^']*)'/gm)].flatMap(
    ([, names = '', path = '']) =>
      valuesIn(names).map(([name, given]) => /** @type {const} */ ([given, { name, path: join(core, path) }])),
  ),
)

/**
 * The names of an import or an export that are no types, each with what it is called from there on.
 * @param {string} names
 */
function valuesIn(names) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [before = '', after = before] = name.split(' as ')
      return /** @type {const} */ ([before, after])
    })
}

/**
 * Leaves out what the command line imports for other commands.
 * @param {string | undefined} only
 */
function without(only) {
  return {
    name: 'without',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} id @param {string | undefined} importer @param {{ kind?: string }} options */
    resolveId(id, importer, { kind }) {
      const isOther = only !== undefined && kind === 'dynamic-import' && id !== only
      return isOther && importer === join(root, entries.cli) ? { id, external: true } : undefined
    },
  }
}

const wrapping = {
  name: 'wrapping',
  /** @param {import('vite').Rolldown.NormalizedOutputOptions} _ @param {import('vite').Rolldown.OutputBundle} bundle */
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = wrapped(file.code)
  },
}

/**
 * Notes the files below a folder that a build reads, packages left out.
 * @param {string} root
 * @param {Set<string>[]} lists
 */
function noting(root, ...lists) {
  return {
    name: 'noting',
    moduleParsed(/** @type {{ id: string }} */ { id }) {
      const path = relative(root, id.split('?', 1)[0] ?? '')
      const isOwn = !id.startsWith('\0') && !path.startsWith('..') && !path.startsWith('node_modules')
      if (isOwn) lists.forEach((list) => list.add(path))
    },
  }
}

/**
 * Bundle what runs on Node, dependencies left outside; and the command line once more as one script, with its dependencies, which starts
 * in half the time (quick.cjs). The old files stay until the new ones are complete.
 * @param {string} root
 * @param {string} [kept] Where they come to lie.
 * @returns {Promise<Record<string, string[]>>} The files below `root` that each script was built from, and under `node` all this; no packages.
 */
export async function buildNode(root, kept = join(root, 'dist/node')) {
  const made = `${kept}-${process.pid}`
  const input = Object.entries(entries).filter(([, path]) => existsSync(join(root, path)))
  /** @type {import('vite').InlineConfig} */
  const common = { configFile: false, root, logLevel: 'error', publicDir: false }
  /** @type {Set<string>} */
  const all = new Set()
  /** @type {Record<string, Set<string>>} */
  const files = { node: all }
  const target = /** @type {const} */ ({ ssr: true, outDir: made, target: 'node20', minify: false })
  await build({
    ...common,
    plugins: [noting(root, all)],
    build: {
      ...target,
      rollupOptions: { input: Object.fromEntries(input.map(([name, path]) => [name, join(root, path)])) },
    },
  })
  for (const { name, path, only } of scripts) {
    if (!existsSync(join(root, path))) continue
    const own = (files[name] = /** @type {Set<string>} */ (new Set()))
    await build({
      ...common,
      plugins: [noting(root, all, own), without(only), pastTheIndex, lateModules, wrapping],
      ssr: { noExternal: true },
      build: {
        ...target,
        emptyOutDir: false,
        rollupOptions: {
          input: join(root, path),
          external: (id) => services.some((path) => id.endsWith(path)),
          output: {
            format: 'cjs',
            entryFileNames: `${name}.cjs`,
            codeSplitting: false,
            comments: { legal: true, annotation: false, jsdoc: false },
          },
        },
      },
    })
  }
  const old = `${kept}-old-${process.pid}`
  if (existsSync(kept)) renameSync(kept, old)
  renameSync(made, kept)
  rmSync(old, { recursive: true, force: true })
  return Object.fromEntries(Object.entries(files).map(([name, set]) => [name, [...set]]))
}
