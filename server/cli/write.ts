import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, Trouble } from './io.ts'

/** Make a folder, and those above it, each by itself: where the system lets none be made, as in /proc, Node's own way never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Somebody else may have been faster.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Say that there is a file already. */
export function requireAbsent(path: string): void {
  if (existsSync(path)) throw new Trouble(`${path} exists already and is left as it is. Remove it first to replace it.`)
}

/** Write a new file, folders included, or say that there is one already. */
export function writeNew(path: string, content: string | Uint8Array, mode = 0o644): void {
  makeFolder(dirname(path))
  requireAbsent(path)
  writeFileSync(path, content, { mode, flag: 'wx' })
}
