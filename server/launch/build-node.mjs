// @ts-check
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { lateModules } from './late-modules.mjs'
import { wrapped } from './quick.cjs'
import { root } from './root.cjs'

/** The entry points for Node, by the name of their built file in `dist/node/`. */
const entries = {
  cli: 'server/program/main.ts',
  bench: 'server/bench/main.ts',
  'analysis-worker': 'server/engine/analysis-worker.ts',
  'walk-worker': 'server/engine/walk-worker.ts',
  'replace-worker': 'server/project/replace-worker.ts',
}

/**
 * The command module of each short command, by its name.
 * @type {Readonly<Record<string, string>>}
 */
const shortCommands = JSON.parse(readFileSync(join(root, 'server/program/short-commands.json'), 'utf8'))

/**
 * Entry points that are each bundled into one script: the command line, and the programs that the bench starts in the
 * same way. Each of the most frequent commands has a script without the other commands, whose code takes a tenth of the
 * startup time of `analyze`; `only` is the module of the script's command.
 * @type {readonly { name: string, path: string, only?: string }[]}
 */
const scripts = [
  { name: 'quick', path: entries.cli },
  ...Object.entries(shortCommands).map(([name, only]) => ({ name: `quick-${name}`, path: entries.cli, only })),
  { name: 'bench-fresh', path: 'server/bench/fresh-check.ts' },
]

/** The engine's modules have no side effects, so a program includes only the parts it imports. */
const treeshake = { moduleSideEffects: (/** @type {string} */ id) => !id.startsWith(join(root, 'core/')) }

/** Modules that the bundled command line excludes, with their libraries: they run from `cli.js`. */
const services = ['program/serve', 'program/worker', 'lsp/server', 'program/agents'].map((name) => `/server/${name}.ts`)

/** Modules that import other commands' parts on demand: the program imports its commands, a project its functions. */
const lateImporters = [entries.cli, 'server/project/project.ts'].map((path) => join(root, path))

/**
 * Excludes the modules that only other commands import on demand.
 * @param {string | undefined} only The module of the only command.
 */
function without(only) {
  return {
    name: 'without',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} id @param {string | undefined} importer @param {{ kind?: string }} options */
    resolveId(id, importer, { kind }) {
      const isOther = only !== undefined && kind === 'dynamic-import' && id !== only
      return isOther && lateImporters.includes(importer ?? '') ? { id, external: true } : undefined
    },
  }
}

const wrapping = {
  name: 'wrapping',
  /**
   * @param {import('vite').Rolldown.NormalizedOutputOptions} _
   * @param {import('vite').Rolldown.OutputBundle} bundle
   */
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = wrapped(file.code)
  },
}

/**
 * Records the files in a folder that a build reads, except packages.
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
 * Bundle all programs for Node, with external dependencies. The command line is also bundled into one script with its
 * dependencies (quick.cjs), which halves its start time. The old files stay until the new files are complete.
 * @param {string} root
 * @param {string} [kept] The target folder.
 * @returns {Promise<Record<string, string[]>>} The files in `root` that each script was built from, and all of them
 * under `node`; without packages.
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
      rollupOptions: { treeshake, input: Object.fromEntries(input.map(([name, path]) => [name, join(root, path)])) },
    },
  })
  for (const { name, path, only } of scripts) {
    if (!existsSync(join(root, path))) continue
    const own = (files[name] = /** @type {Set<string>} */ (new Set()))
    await build({
      ...common,
      plugins: [noting(root, all, own), without(only), lateModules, wrapping],
      ssr: { noExternal: true },
      build: {
        ...target,
        emptyOutDir: false,
        rollupOptions: {
          treeshake,
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
