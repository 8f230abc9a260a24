import { readdirSync } from 'node:fs'
import { join } from '../disk-paths.ts'
import { readInside } from '../project/inside.ts'
import { isKeyContent, isKeyPath } from '../project/key-files.ts'
import type { Roots } from './roots.ts'

/** Maximum number of files in a list of resources; an agent can still read other files by their address. */
const mostListed = 400
/** Maximum size of a readable file in bytes. */
const mostBytes = 4 * 1024 * 1024

/** At most `mostListed` files in a project's `.ai`, sorted by path, without symlinks, keys and `__pycache__`. */
export function filesOf(project: string): readonly string[] {
  const found: string[] = []
  const open = [join(project, '.ai')]
  for (let folder = open.pop(); folder !== undefined && found.length < mostListed; folder = open.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (isKeyPath(path) || entry.name === '__pycache__') continue
      if (entry.isDirectory()) open.push(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  return found.sort().slice(0, mostListed)
}

/** The real path of a file in a project's `.ai`; undefined for a key and for every other path. */
export function projectFile(roots: Roots, path: string): string | undefined {
  const real = roots.inside(path)
  return real === undefined || !real.includes('/.ai/') || isKeyPath(real) ? undefined : real
}

/**
 * The text of a file in a project's `.ai`, after following links. Undefined for a file that is too large, or that agents
 * may not read.
 */
export function readProjectFile(roots: Roots, path: string): string | undefined {
  const real = projectFile(roots, path)
  if (real === undefined) return undefined
  return readInside([real], real, ({ stats, bytes: read }) => {
    if (!stats.isFile() || stats.size > mostBytes) return undefined
    const bytes = read()
    return isKeyContent(bytes) ? undefined : bytes.toString('utf8')
  })
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // Folders without read permission are not listed.
  }
}
