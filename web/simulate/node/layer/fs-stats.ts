/** The volume's data about an entry. The time is in milliseconds, and the mode has no file type bits. */
export interface Facts {
  readonly kind: 'file' | 'directory' | 'link'
  readonly size: number
  readonly mtimeMs: number
  readonly mode: number
  readonly ino: number
}

const typeBits = { file: 0o100000, directory: 0o40000, link: 0o120000 }

/**
 * The methods that check the kind of an entry. Methods with the value undefined check for kinds that do not occur in
 * the volume.
 */
const questions = {
  isFile: 'file',
  isDirectory: 'directory',
  isSymbolicLink: 'link',
  isBlockDevice: undefined,
  isCharacterDevice: undefined,
  isFIFO: undefined,
  isSocket: undefined,
}

/** Add these methods to a class. `kindOf` returns the kind of an instance. */
function answer<T>(prototype: T, kindOf: (entry: T) => string | undefined): void {
  for (const [name, kind] of Object.entries(questions)) {
    const value = function (this: T): boolean {
      return kind !== undefined && kindOf(this) === kind
    }
    Object.defineProperty(value, 'name', { value: name })
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true })
  }
}

/** `fs.Stats`. */
export class Stats {
  declare mode: number

  constructor(facts: Facts) {
    const time = facts.mtimeMs
    Object.assign(this, {
      dev: 1,
      mode: typeBits[facts.kind] | facts.mode,
      nlink: 1,
      uid: 65534,
      gid: 65534,
      rdev: 0,
      blksize: 4096,
      ino: facts.ino,
      size: facts.size,
      blocks: Math.ceil(facts.size / 4096) * 8,
      atimeMs: time,
      mtimeMs: time,
      ctimeMs: time,
      birthtimeMs: time,
    })
    for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) Reflect.set(this, name, new Date(time))
  }
}
const kinds = Object.keys(typeBits) as (keyof typeof typeBits)[]
answer(Stats.prototype, ({ mode }) => kinds.find((kind) => typeBits[kind] === (mode & 0o170000)))

/** `fs.Dirent`. */
export class Dirent {
  name: unknown
  parentPath: string
  path: string
  readonly #kind: string

  constructor(name: unknown, parentPath: string, kind: string) {
    this.name = name
    this.parentPath = parentPath
    this.path = parentPath
    this.#kind = kind
  }

  static {
    answer(this.prototype, (entry) => entry.#kind)
  }
}
