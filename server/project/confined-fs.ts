import fs, { closeSync, constants, existsSync, openSync, readdirSync } from 'node:fs'
import type { FileTree } from '#core/input'
import { realpath } from '../disk-paths.ts'
import { openedNames, openedPath } from './inside.ts'
import type { DiskFs } from './kept/reads.ts'
import { isKeyContent } from './key-files.ts'

// The disk as an agent can read it. The reference and the user's own commands follow every symlink. An agent, however,
// could create a symlink to read a file outside its roots.

/**
 * Node's `fs` for an agent: files and folders that `mayRead` refuses cannot be opened. Their real path is checked after
 * they are open.
 */
export function confinedFs(mayRead: (real: string) => boolean): DiskFs {
  const opened = (path: string, flags: number): number => {
    const descriptor = openSync(path, flags)
    const real = openedPath(path, descriptor)
    if (real !== undefined && mayRead(real)) return descriptor
    closeSync(descriptor)
    throw Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES', syscall: 'open' })
  }
  return {
    ...fs,
    realpathSync: realpath,
    openSync: (path) => opened(path, constants.O_RDONLY | constants.O_NONBLOCK),
    readdirSync(path, options) {
      const descriptor = opened(path, constants.O_RDONLY | constants.O_DIRECTORY)
      try {
        return readdirSync(existsSync(openedNames) ? `${openedNames}/${descriptor}` : path, options)
      } finally {
        closeSync(descriptor)
      }
    },
  }
}

/** A file tree that does not return files with private keys. */
export function withoutKeys(tree: FileTree): FileTree {
  return {
    list: (path) => tree.list(path),
    look: (path, known) => tree.look(path, known),
    real: (path) => tree.real(path),
    special: (path) => tree.special?.(path),
    read(path) {
      const content = tree.read(path)
      return content?.bytes && isKeyContent(content.bytes) ? undefined : content
    },
  }
}
