import type { FileTree } from '#core'
import { realPath } from '../engine/real-path.ts'

/** What of a project agents can look into: nothing else of it is read for its content. */
const looked = /^\/project\/\.(?:ai|env)(?:\/|$)/

/**
 * Files of which the project's own links lead to no other place: what lies behind one stands there and does not let itself be read. The
 * reference follows such links, as a person's own commands do; an agent could have put one there to be told what it leads to.
 */
export class ConfinedTree implements FileTree {
  readonly #below: FileTree
  readonly #toDisk: (path: string) => string | undefined
  readonly #mayRead: (real: string) => boolean

  constructor(below: FileTree, toDisk: (path: string) => string | undefined, mayRead: (real: string) => boolean) {
    this.#below = below
    this.#toDisk = toDisk
    this.#mayRead = mayRead
  }

  read(path: string): ReturnType<FileTree['read']> {
    return this.#isOpen(path) ? this.#below.read(path) : undefined
  }

  list(path: string): ReturnType<FileTree['list']> {
    return this.#isOpen(path) ? this.#below.list(path) : undefined
  }

  look(path: string, known?: Parameters<FileTree['look']>[1]): ReturnType<FileTree['look']> {
    return this.#below.look(path, known)
  }

  real(path: string): string | undefined {
    return this.#below.real(path)
  }

  #isOpen(path: string): boolean {
    const disk = looked.test(path) ? this.#toDisk(path) : undefined
    const real = disk === undefined ? undefined : realPath(disk)
    // What leads nowhere gives nothing away.
    return real === undefined || this.#mayRead(real)
  }
}
