import { joinPath } from '../text/path.ts'
import type { Space } from '../rules/space.ts'

/** The lockfile folder in a root (R11.1). */
export const lockfileFolder = '.ai/lockfiles'

/** The folder of trusted keys in a root (R10.3). */
export const trustedKeysFolder = '.ai/config/keys/trusted'

/** A search place for tools: one root in the search order (R1.1). */
export class Place {
  readonly space: Space
  readonly root: string
  readonly tools: string
  readonly lockfiles: string
  readonly trustedKeys: string
  #folder = ''
  #path: string

  constructor(space: Space, root: string) {
    this.space = space
    this.root = root
    this.tools = joinPath(root, '.ai/tools')
    this.lockfiles = joinPath(root, lockfileFolder)
    this.trustedKeys = joinPath(root, trustedKeysFolder)
    this.#path = this.tools
  }

  /** The path of a tool folder. Items of the same folder are read one after another, so the last path is cached. */
  folder(name: string): string {
    if (name !== this.#folder) {
      this.#folder = name
      this.#path = name === '' ? this.tools : `${this.tools}/${name}`
    }
    return this.#path
  }
}
