// @ts-check
const { isAscii } = require('node:buffer')
const { hash } = require('node:crypto')
const { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { constants, Script } = require('node:vm')

/**
 * Number of hexadecimal digits of a SHA-256: the digest at the start of a script, and the seal in front of a code
 * cache.
 */
const hashLength = 64

/**
 * Maximum seconds of a run that stores a code cache. In longer runs, V8 has already dropped the code of the program's
 * start.
 */
const mostSeconds = 5

/**
 * A script in the function that Node's `require` puts around modules. The build adds this function, because adding it
 * at run time would copy megabytes. Non-ASCII characters are escaped, because one of them would make V8 use two bytes
 * per character and decode slowly. The script starts with its digest, so a reader need not compute it.
 * @param {string} code
 * @throws Error for a character whose escape would have another meaning.
 */
function wrapped(code) {
  const unsafe = /\\[^\0-\x7f]|\braw`[^`]*[^\0-\x7f]/.exec(code)
  if (unsafe) throw new Error(`write the last letter of this as an escape: ${unsafe[0]}`)
  const ascii = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const script = `(function (exports, require, module, __filename, __dirname) {${ascii}\n})`
  return `/*${hash('sha256', script)}*/${script}`
}

/**
 * A program in one `wrapped` script, loaded like a module, with V8's code cache of an earlier run: a small command
 * spends most of its time on compilation. The cache is in the folder `kept` next to the script, whose owner could also
 * change the script. The seal identifies the script, the Node version and the bytes of the cache. A cache with another
 * seal is ignored.
 */
class Quick {
  /** @type {string} */ #path
  /** @type {string} */ #made
  /** @type {string} */ #kept
  /** @type {Script} */ #script
  /** @type {boolean} */ #isKept
  // `performance` takes a millisecond to load.
  #begun = process.uptime()

  /**
   * @param {string} path
   * @param {string} name The name of the code cache: the command, because each command runs different functions.
   */
  constructor(path, name) {
    const source = readFileSync(path)
    this.#path = path
    const head = source.toString('latin1', 0, hashLength + 4)
    // The modification time detects a manually changed script.
    this.#made = [head, statSync(path).mtimeMs, process.version, process.arch].join(' ')
    this.#kept = join(dirname(path), 'kept', name)
    const cachedData = this.#read()
    this.#script = new Script(source.toString(isAscii(source) ? 'latin1' : 'utf8'), {
      filename: path,
      ...(cachedData ? { cachedData } : {}),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    this.#isKept = cachedData !== undefined && this.#script.cachedDataRejected === false
  }

  /**
   * Run the script. Returns its exports. It can only require Node modules, because it is its program's only file.
   * @returns {any}
   */
  load() {
    const module = { exports: {} }
    const inside = [module.exports, require, module, this.#path, dirname(this.#path)]
    this.#script.runInThisContext()(...inside)
    return module.exports
  }

  /**
   * Store V8's code cache of the script, with all functions that ran, unless a valid cache exists or the run was too
   * long.
   */
  keep() {
    if (this.#isKept || process.uptime() - this.#begun > mostSeconds) return
    const next = `${this.#kept}.${process.pid}`
    const data = this.#script.createCachedData()
    try {
      mkdirSync(dirname(next), { recursive: true, mode: 0o755 })
      writeFileSync(next, Buffer.concat([Buffer.from(this.#sealOf(data)), data]), { flag: 'wx', mode: 0o644 })
      renameSync(next, this.#kept)
    } catch {
      // The folder belongs to another user, or the disk is full. The program has already run, so this is not an error.
      remove(next)
    }
  }

  #read() {
    try {
      const file = readFileSync(this.#kept)
      const data = file.subarray(hashLength)
      return file.toString('latin1', 0, hashLength) === this.#sealOf(data) ? data : undefined
    } catch {
      return undefined
    }
  }

  /**
   * The seal of a code cache. V8 itself checks only the length of the script, and not whether the cache is complete.
   * @param {Uint8Array} data
   */
  #sealOf(data) {
    return hash('sha256', `${this.#made} ${hash('sha256', data)}`)
  }
}

/** @param {string} path */
function remove(path) {
  try {
    rmSync(path, { force: true })
  } catch {
    // The file does not exist or cannot be removed.
  }
}

module.exports = { wrapped, Quick }
