import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, Trouble } from './io.ts'

/** Make a folder, and those above it. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    // Node says that it is missing where the system did not let it be made; to make the highest one alone gives the reason.
    if (codeOf(error) === 'ENOENT') mkdirSync(highestMissing(folder))
    throw error
  }
}

function highestMissing(folder: string): string {
  const above = dirname(folder)
  return above === folder || existsSync(above) ? folder : highestMissing(above)
}

/** Write a new file, folders included, or say that there is one already. */
export function writeNew(path: string, content: string | Uint8Array, mode = 0o644): void {
  makeFolder(dirname(path))
  if (existsSync(path)) throw new Trouble(`${path} exists already and is left as it is. Remove it first to replace it.`)
  writeFileSync(path, content, { mode, flag: 'wx' })
}
