import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Roots } from './roots.ts'

/** Files that a list of resources names; the others can be read by their address all the same. */
const mostListed = 400
/** Bytes of a file that is read. */
const mostBytes = 4 * 1024 * 1024
/** Never told to an agent: the person's private keys. */
const secret = /\/\.ai\/config\/keys\/signing(?:\/|$)/

/** The first files of `.ai` of a project, by their real paths. */
export function filesOf(project: string): readonly string[] {
  const found: string[] = []
  const open = [join(project, '.ai')]
  for (let folder = open.pop(); folder !== undefined && found.length < mostListed; folder = open.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (secret.test(path) || entry.name === '__pycache__') continue
      if (entry.isDirectory()) open.push(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  return found.sort().slice(0, mostListed)
}

/** The text of a file of some project's `.ai`, wherever links lead; undefined for everything that an agent may not read. */
export function readProjectFile(roots: Roots, path: string): string | undefined {
  const real = roots.inside(path)
  if (real === undefined || !real.includes('/.ai/') || secret.test(real)) return undefined
  const stat = statSync(real)
  return stat.isFile() && stat.size <= mostBytes ? readFileSync(real, 'utf8') : undefined
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // what may not be listed is not listed
  }
}
