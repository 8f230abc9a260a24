import { hostText } from './host.ts'

/** What the volume knows of an entry; the time in milliseconds, the mode without the bits of its kind. */
export interface Facts {
  readonly kind: 'file' | 'directory' | 'link'
  readonly size: number
  readonly mtimeMs: number
  readonly mode: number
  readonly ino: number
}

type Numeric = number | bigint

const typeBits = { file: 0o100000, directory: 0o40000, link: 0o120000 }

/** `fs.Stats`; with `bigint` every number is one. */
export class Stats {
  dev: Numeric
  mode: Numeric
  nlink: Numeric
  uid: Numeric
  gid: Numeric
  rdev: Numeric
  blksize: Numeric
  ino: Numeric
  size: Numeric
  blocks: Numeric
  atimeMs: Numeric
  mtimeMs: Numeric
  ctimeMs: Numeric
  birthtimeMs: Numeric
  declare atimeNs?: bigint
  declare mtimeNs?: bigint
  declare ctimeNs?: bigint
  declare birthtimeNs?: bigint
  atime: Date
  mtime: Date
  ctime: Date
  birthtime: Date

  constructor(facts: Facts, big: boolean) {
    const number = (value: number): Numeric => (big ? BigInt(Math.floor(value)) : value)
    const time = facts.mtimeMs
    this.dev = number(1)
    this.mode = number(typeBits[facts.kind] | facts.mode)
    this.nlink = number(1)
    this.uid = number(65534)
    this.gid = number(65534)
    this.rdev = number(0)
    this.blksize = number(4096)
    this.ino = number(facts.ino)
    this.size = number(facts.size)
    this.blocks = number(Math.ceil(facts.size / 4096) * 8)
    this.atimeMs = number(time)
    this.mtimeMs = number(time)
    this.ctimeMs = number(time)
    this.birthtimeMs = number(time)
    if (big) {
      const nanos = BigInt(Math.round(time * 1000)) * 1000n
      Object.assign(this, { atimeNs: nanos, mtimeNs: nanos, ctimeNs: nanos, birthtimeNs: nanos })
    }
    this.atime = new Date(time)
    this.mtime = new Date(time)
    this.ctime = new Date(time)
    this.birthtime = new Date(time)
  }

  #is(bits: number): boolean {
    return (Number(this.mode) & 0o170000) === bits
  }

  isDirectory(): boolean {
    return this.#is(typeBits.directory)
  }

  isFile(): boolean {
    return this.#is(typeBits.file)
  }

  isBlockDevice(): boolean {
    return false
  }

  isCharacterDevice(): boolean {
    return false
  }

  isSymbolicLink(): boolean {
    return this.#is(typeBits.link)
  }

  isFIFO(): boolean {
    return false
  }

  isSocket(): boolean {
    return false
  }
}

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

  static of(name: string, shown: unknown, parentPath: string, at: string): Dirent {
    return new Dirent(shown, parentPath, hostText('ownKind', `${at}/${name}`))
  }

  isDirectory(): boolean {
    return this.#kind === 'directory'
  }

  isFile(): boolean {
    return this.#kind === 'file'
  }

  isBlockDevice(): boolean {
    return false
  }

  isCharacterDevice(): boolean {
    return false
  }

  isSymbolicLink(): boolean {
    return this.#kind === 'link'
  }

  isFIFO(): boolean {
    return false
  }

  isSocket(): boolean {
    return false
  }
}
Object.defineProperty(Dirent, 'of', { enumerable: false })
