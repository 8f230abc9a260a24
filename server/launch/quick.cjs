// @ts-check
const { isAscii } = require('node:buffer')
const { hash } = require('node:crypto')
const { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { constants, Script } = require('node:vm')

/** Letters of a SHA-256: of the name at the head of a script, and of the seal in front of what is kept. */
const hashLength = 64

/** Later than that, V8 has thrown away what it made of the start of a program: a shorter run keeps more. */
const mostSeconds = 5

/**
 * A script as it is run here: in what Node puts around whatever is required. It is put there once, since that copies megabytes. One
 * letter beyond ASCII makes V8 keep two bytes for each of them, and their decoding slow: such letters are escaped. Its first line
 * has its name, so a reader need not search for it.
 * @param {string} code
 * @throws Error where an escape would mean something else than the letter.
 */
function wrapped(code) {
  const unsafe = /\\[^\0-\x7f]|\braw`[^`]*[^\0-\x7f]/.exec(code)
  if (unsafe) throw new Error(`write the last letter of this as an escape: ${unsafe[0]}`)
  const ascii = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const script = `(function (exports, require, module, __filename, __dirname) {${ascii}\n})`
  return `/*${hash('sha256', script)}*/${script}`
}

/**
 * A program of one script, `wrapped`, as Node's `require` takes it, with what V8 made of it in an earlier run: most of the time of a small command goes
 * into compiling. That is in the folder `kept` next to the script, whose owner can change the script as well. The seal says
 * of which script, Node and bytes it is; what it does not fit is compiled as if nothing were kept.
 */
class Quick {
  /** @type {string} */ #path
  /** @type {string} */ #made
  /** @type {string} */ #kept
  /** @type {Script} */ #script
  /** @type {boolean} */ #isKept
  // The other clock, performance, takes a millisecond to load.
  #begun = process.uptime()

  /**
   * @param {string} path
   * @param {string} name What the program is asked for: other functions run in `list` than in `check`.
   */
  constructor(path, name) {
    const source = readFileSync(path)
    this.#path = path
    const head = source.toString('latin1', 0, hashLength + 4)
    // The time detects a script that was changed by hand.
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
   * Run the script; answers what it exports. It may require what Node has, and nothing else: it is the only file of its program.
   * @returns {any}
   */
  load() {
    const module = { exports: {} }
    const inside = [module.exports, require, module, this.#path, dirname(this.#path)]
    this.#script.runInThisContext()(...inside)
    return module.exports
  }

  /** Keep what V8 made of the script, with all functions that ran, unless that is kept already or cannot be. */
  keep() {
    if (this.#isKept || process.uptime() - this.#begun > mostSeconds) return
    const next = `${this.#kept}.${process.pid}`
    const data = this.#script.createCachedData()
    try {
      mkdirSync(dirname(next), { recursive: true, mode: 0o755 })
      writeFileSync(next, Buffer.concat([Buffer.from(this.#sealOf(data)), data]), { flag: 'wx', mode: 0o644 })
      renameSync(next, this.#kept)
    } catch {
      // A folder of another user or a full disk: the program has run anyway.
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
   * V8 itself looks at no more than the length of the script, and not at all at whether the bytes are whole.
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
    // It is not there.
  }
}

module.exports = { wrapped, Quick }
