import { VolumeError } from './volume-error.ts'

/** The maximum number of links to follow for one path, as on Linux. */
const mostLinks = 40

/** Symlinks by path. The tree itself contains only files and directories. */
export class VolumeLinks {
  readonly #targets = new Map<string, string>()

  at(path: string): string | undefined {
    return this.#targets.get(path)
  }

  set(path: string, target: string): void {
    this.#targets.set(path, target)
  }

  delete(path: string): void {
    this.#targets.delete(path)
  }

  deleteBelow(path: string): void {
    for (const known of [...this.#targets.keys()]) if (known.startsWith(`${path}/`)) this.#targets.delete(known)
  }

  /** Move the links at or under one path to another path. */
  move(from: string, to: string): void {
    for (const [known, target] of [...this.#targets]) {
      if (known !== from && !known.startsWith(`${from}/`)) continue
      this.#targets.delete(known)
      this.#targets.set(to + known.slice(from.length), target)
    }
  }

  /** The names of the links in a directory. */
  namesIn(directory: string): readonly string[] {
    const start = directory === '/' ? '/' : `${directory}/`
    return [...this.#targets.keys()]
      .filter((path) => path.startsWith(start) && !path.slice(start.length).includes('/'))
      .map((path) => path.slice(start.length))
  }

  /**
   * The path without `.`, `..`, empty segments and links. With `follow` set to false, a link in the last segment is not
   * resolved.
   * @throws VolumeError `ELOOP` after too many links
   */
  real(path: string, follow = true): string {
    let left = path.split('/')
    const found: string[] = []
    let links = 0
    for (let part = left.shift(); part !== undefined; part = left.shift()) {
      if (part === '..') found.pop()
      else if (part !== '' && part !== '.') {
        const target = this.#targets.get(`/${[...found, part].join('/')}`)
        if (target === undefined || (!follow && left.every((rest) => rest === ''))) found.push(part)
        else {
          if (++links > mostLinks) throw new VolumeError('ELOOP')
          if (target.startsWith('/')) found.length = 0
          left = [...target.split('/'), ...left]
        }
      }
    }
    return `/${found.join('/')}`
  }
}
