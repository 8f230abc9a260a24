import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Plugin } from 'vite'
import { noteShipped } from './licenses.ts'
import { lentModules } from './lent-modules.ts'
import { namesToRemove } from './newer-names.ts'
import type { PartName } from '../simulate/parts.ts'

const here = dirname(fileURLToPath(import.meta.url))
const engine = join(here, '../../core/')

/** Bundle one file of the sandbox as a classic script. */
export function bundleSandboxScript(entry: string): Promise<string> {
  return bundle(entry, 'iife')
}

/**
 * Bundle one part as a script. The type stripper is an ES module. Each other part is a function that receives the
 * layer's modules and returns the part's exports.
 */
export function bundlePart(name: PartName): Promise<string> {
  const entry = `node/parts/${name.replace(/js$/, 'ts')}`
  return name === 'typescript.js'
    ? bundle(entry, 'es')
    : bundle(entry, 'iife', [lentByLayer]).then((code) => `((layer) => { ${code}\nreturn sandbox })`)
}

async function bundle(entry: string, format: 'iife' | 'es', plugins: readonly Plugin[] = []): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [withoutWasmUrl, neededByAssert, ...plugins],
    define: {
      __NODE_VERSION__: JSON.stringify(process.version),
      __REMOVED_NAMES__: JSON.stringify(namesToRemove()),
    },
    resolve: { alias: packagesOfNode },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: join(here, '../simulate', entry), formats: [format], name: 'sandbox' },
      rolldownOptions: {
        // The engine's modules have no side effects, so a worker contains only the parts it uses.
        treeshake: { moduleSideEffects: (id) => !id.startsWith(engine) },
        // Keep the names of functions and classes, because programs see them in stack traces, messages and the output
        // of `util.inspect`.
        output: {
          globals: (id: string) => `layer[${JSON.stringify(basename(id))}]`,
          minify: { mangle: { keepNames: true }, compress: { keepNames: { function: true, class: true } } },
        },
      },
    },
  })
  const output = Array.isArray(result) ? result[0] : result
  if (output === undefined || !('output' in output)) throw new Error(`no output for ${entry}`)
  noteShipped(output.output[0].moduleIds)
  return output.output[0].code
}

/** Sandbox modules that replace the Node packages that other packages import. */
const packagesOfNode = [
  { find: /^events$/, replacement: join(here, '../simulate/node/layer/events-package.ts') },
  { find: /^buffer$/, replacement: join(here, '../simulate/node/layer/buffer-package.ts') },
  { find: /^process\/$/, replacement: join(here, '../simulate/node/layer/process-package.ts') },
  { find: /^string_decoder\/$/, replacement: join(here, '../simulate/node/layer/string-decoder.ts') },
  { find: /^qs$/, replacement: join(here, '../simulate/node/parts/query-door.ts') },
  { find: /^abort-controller$/, replacement: join(here, '../simulate/node/layer/abort.ts') },
]

/** Replaces modules inside the package `assert`, which are from an earlier Node version. */
const neededByAssert: Plugin = {
  name: 'needed-by-assert',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer?.includes('/node_modules/assert/') !== true) return null
    if (source.endsWith('/assertion_error')) return join(here, '../simulate/node/layer/assertion-error.ts')
    const isReplaced = /^util\/$|\/(?:errors|comparisons)$/.test(source)
    return isReplaced ? join(here, '../simulate/node/layer/assert-package.ts') : null
  },
}

/** Excludes the modules of the Node layer from a part, which uses the layer's own copies instead. */
const lentByLayer: Plugin = {
  name: 'lent-by-layer',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith('.')) return null
    const path = join(dirname(importer), source)
    const lent = lentModules.find((name) => path === join(here, '../simulate/node/layer', `${name}.ts`))
    return lent === undefined ? null : { id: `layer/${lent}`, external: true }
  },
}

/**
 * Removes the URL of the WebAssembly module from Emscripten's scripts. The worker receives the module in a message, so
 * it must not be inlined.
 */
const withoutWasmUrl: Plugin = {
  name: 'without-wasm-url',
  transform: (code) => code.replaceAll(/new URL\((["'])[\w./-]+\.wasm\1,\s*import\.meta\.url\)/g, '{ href: "" }'),
}
