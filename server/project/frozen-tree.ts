import type { FileTree } from '#core/input'

type Content = ReturnType<FileTree['read']>

/**
 * The files in the state of their first read. The approval, its digest and the later walk use the same content, even if
 * the disk changes meanwhile.
 */
export class FrozenTree implements FileTree {
  readonly #below: FileTree
  readonly #contents = new Map<string, Content>()
  readonly #listings = new Map<string, ReturnType<FileTree['list']>>()
  readonly #looks = new Map<string, ReturnType<FileTree['look']>>()
  readonly #reals = new Map<string, string | undefined>()

  constructor(below: FileTree) {
    this.#below = below
  }

  read(path: string): Content {
    return once(this.#contents, path, () => this.#below.read(path))
  }

  list(path: string): ReturnType<FileTree['list']> {
    return once(this.#listings, path, () => this.#below.list(path))
  }

  look(path: string): ReturnType<FileTree['look']> {
    const content = this.#contents.get(path)
    // The stamp of the content that was read, because the disk can change between the check and the read.
    return content ? { kind: 'file', stamp: content.stamp } : once(this.#looks, path, () => this.#below.look(path))
  }

  real(path: string): string | undefined {
    return once(this.#reals, path, () => this.#below.real(path))
  }

  special(path: string): ReturnType<NonNullable<FileTree['special']>> {
    return this.#below.special?.(path)
  }

  /**
   * Every file that was read, with its path and its bytes. A file that is too large has a stamp instead, which changes
   * with the file.
   */
  contents(): readonly (readonly [path: string, bytes: Uint8Array | string])[] {
    return [...this.#contents].flatMap(([path, content]) =>
      content ? [[path, content.bytes ?? JSON.stringify(content.stamp)] as const] : [],
    )
  }
}

function once<T>(known: Map<string, T>, path: string, ask: () => T): T {
  const value = known.get(path)
  if (value !== undefined || known.has(path)) return value as T
  const result = ask()
  known.set(path, result)
  return result
}
