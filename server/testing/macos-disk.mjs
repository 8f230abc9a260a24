// @ts-check
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * `node --import` this file to see the disk as macOS shows it: a name is found in any case and Unicode form, and listed
 * in its stored form.
 */
Object.defineProperty(process, 'platform', { value: 'darwin' })

const { readdirSync, lstatSync } = fs

/** @param {string} name */
const folded = (name) => name.normalize('NFC').toLowerCase()

/**
 * The stored form of a path.
 * @param {string} path
 * @returns {string}
 */
function stored(path) {
  if (isThere(path) || dirname(path) === path) return path
  const [folder, name] = [stored(dirname(path)), basename(path)]
  return join(folder, namesIn(folder).find((one) => folded(one) === folded(name)) ?? name)
}

/** @param {string} path */
function isThere(path) {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * @template {(...args: any[]) => unknown} F
 * @param {F} found
 * @param {number} paths The number of its arguments that are paths.
 * @returns {F}
 */
function inStoredForm(found, paths = 1) {
  const call = (/** @type {any[]} */ ...args) =>
    found(...args.map((one, at) => (at < paths && typeof one === 'string' && one !== '' ? stored(resolve(one)) : one)))
  return Object.assign(call, found)
}

const functions = /** @type {any} */ (fs)
const ofOnePath = [
  ...['openSync', 'statSync', 'lstatSync', 'existsSync', 'readdirSync', 'readFileSync', 'writeFileSync', 'mkdirSync'],
  ...['rmSync', 'unlinkSync', 'readlinkSync', 'chmodSync', 'utimesSync'],
]
for (const name of ofOnePath) functions[name] = inStoredForm(functions[name])
for (const name of ['renameSync', 'linkSync']) functions[name] = inStoredForm(functions[name], 2)
const native = inStoredForm(functions.realpathSync.native)
functions.realpathSync = Object.assign(inStoredForm(functions.realpathSync), { native })
syncBuiltinESMExports()
