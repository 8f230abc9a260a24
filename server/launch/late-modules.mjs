// @ts-check
import { join } from 'node:path'
import { root } from './root.cjs'

/** Modules that load slowly and are rarely used, with the names that the product imports from them. */
const late = {
  fflate: ['Inflate', 'deflateSync', 'inflateSync', 'strFromU8', 'strToU8'],
  'node:child_process': ['spawn', 'spawnSync'],
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
  './read/python/character-names.ts': ['namedCharacter'],
}

/**
 * Replaces each module in `late` with functions that load it on first use. The build fails if the product imports a name
 * that `late` does not list.
 */
export const lateModules = {
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
    // The browser build of fflate, because its Node build loads unused worker threads. Own files have names relative to
    // `core/`.
    const from = name === 'fflate' ? 'fflate/browser' : name.startsWith('.') ? join(root, 'core', name) : name
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
