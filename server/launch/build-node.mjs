// @ts-check
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { root } from './root.cjs'

/** What runs on Node, by the name of its file in `dist/node/`. */
const entries = {
  cli: 'server/program/main.ts',
  bench: 'server/bench/main.ts',
  'analysis-worker': 'server/engine/analysis-worker.ts',
  'walk-worker': 'server/engine/walk-worker.ts',
  'replace-worker': 'server/project/replace-worker.ts',
}

/**
 * What starts often and ends soon: one script each, which share what most commands need, with the libraries. `late` is half of the engine,
 * which few commands need (late-script.ts).
 */
const quick = {
  quick: entries.cli,
  late: 'server/engine/late.ts',
  'bench-fresh': 'server/bench/fresh-check.ts',
}

/** The engine's modules only define things, so a program that uses three names of an index need not run the rest. */
const treeshake = { moduleSideEffects: (/** @type {string} */ id) => !id.startsWith(join(root, 'core/')) }

/** Commands that run from `cli.js`, with all their libraries beside it. */
const services = ['program/serve', 'program/worker', 'lsp/server', 'mcp/start'].map((name) => `/server/${name}.ts`)

/** Used by so many scripts, a module is in the file that all of them load: each further file takes as long to find as to read. */
const fewest = 9

const late = {
  name: 'late',
  enforce: /** @type {const} */ ('pre'),
  resolveId(/** @type {string} */ id) {
    return id === './late.ts' ? join(root, 'server/engine/late-script.ts') : undefined
  },
}

/** V8 keeps two bytes for each letter of a file that has one letter beyond ASCII. */
const ascii = {
  name: 'ascii',
  /** @param {import('vite').Rolldown.NormalizedOutputOptions} _ @param {import('vite').Rolldown.OutputBundle} bundle */
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code)
  },
}

/**
 * A script with an escape for each letter beyond ASCII.
 * @param {string} code
 * @throws Error where an escape would mean something else than the letter.
 */
export function escaped(code) {
  const unsafe = /\\[^\0-\x7f]|\braw`[^`]*[^\0-\x7f]/.exec(code)
  if (unsafe) throw new Error(`write the last letter of this as an escape: ${unsafe[0]}`)
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Notes the files below a folder that a build reads, packages left out.
 * @param {string} root
 * @param {Set<string>} list
 */
function noting(root, list) {
  return {
    name: 'noting',
    moduleParsed(/** @type {{ id: string }} */ { id }) {
      const path = relative(root, id.split('?', 1)[0] ?? '')
      const isOwn = !id.startsWith('\0') && !path.startsWith('..') && !path.startsWith('node_modules')
      if (isOwn) list.add(path)
    },
  }
}

/**
 * Bundle what runs on Node, dependencies left outside; and the commands once more as scripts with their dependencies, which start in half
 * the time. The old files stay until the new ones are complete.
 * @param {string} root
 * @param {string} [kept] Where they come to lie.
 * @returns {Promise<Record<'node' | 'quick', string[]>>} The files below `root` that all this, and the scripts, were built from; no packages.
 */
export async function buildNode(root, kept = join(root, 'dist/node')) {
  const made = `${kept}-${process.pid}`
  /** @param {Record<string, string>} paths */
  const input = (paths) =>
    Object.fromEntries(
      Object.entries(paths)
        .map(([name, path]) => [name, join(root, path)])
        .filter(([, path = '']) => existsSync(path)),
    )
  /** @type {import('vite').InlineConfig} */
  const common = { configFile: false, root, logLevel: 'error', publicDir: false }
  /** @type {Set<string>} */
  const ofServices = new Set()
  /** @type {Set<string>} */
  const ofScripts = new Set()
  const target = /** @type {const} */ ({ ssr: true, outDir: made, target: 'node20', minify: false })
  await build({
    ...common,
    plugins: [noting(root, ofServices)],
    build: { ...target, rollupOptions: { treeshake, input: input(entries) } },
  })
  await build({
    ...common,
    plugins: [noting(root, ofScripts), late, ascii],
    ssr: { noExternal: true },
    build: {
      ...target,
      emptyOutDir: false,
      rollupOptions: {
        treeshake,
        input: input(quick),
        external: (id) => services.some((path) => id.endsWith(path)),
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: '[name]-[hash].cjs',
          codeSplitting: { groups: [{ name: 'shared', minShareCount: fewest }] },
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  })
  const old = `${kept}-old-${process.pid}`
  if (existsSync(kept)) renameSync(kept, old)
  renameSync(made, kept)
  rmSync(old, { recursive: true, force: true })
  return { node: [...new Set([...ofServices, ...ofScripts])], quick: [...ofScripts] }
}
