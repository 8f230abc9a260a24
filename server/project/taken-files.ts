import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { visible } from '#core/text'
import { describeSnapshotProblem, snapshotLimits, type Snapshot } from '#core/workspace'
import { nodeHost } from '../engine/node-host.ts'
import { realPath } from './real-path.ts'
import { readInside, type OpenedFile } from './inside.ts'
import type { KeyFiles } from './key-files.ts'
import { codeOf, ReportedError } from './reported-error.ts'

/** A path that a person leaves out, as `filesBelow` gives paths. */
export function plainPath(path: string): string {
  return path.replace(/^\.\//, '').replace(/\/$/, '')
}

/**
 * The regular files that stand at a path below a folder, as paths from that folder; what is left out is not even looked into. A link is
 * one where it leads to another file of these: any other could bring in what lies outside, or is left out.
 *
 * @throws ReportedError for a folder that may not be listed, with the way around it.
 */
export function* filesBelow(
  root: string,
  path: string,
  isLeftOut: (path: string, name: string) => boolean,
): Generator<string> {
  const base = realPath(join(root, path))
  const isTaken = (disk: string): boolean => {
    const real = realPath(disk)
    if (base === undefined || real?.startsWith(`${base}/`) !== true || !taken(real, (path) => statSync(path)).isFile())
      return false
    const names = real.slice(base.length + 1).split('/')
    const ways = names.map(
      (name, at) => [[...(path === '' ? [] : [path]), ...names.slice(0, at), name].join('/'), name] as const,
    )
    return !ways.some(([way, name]) => isLeftOut(way, name))
  }
  yield* filesIn(root, path, isLeftOut, isTaken)
}

function* filesIn(
  root: string,
  path: string,
  isLeftOut: (path: string, name: string) => boolean,
  isTaken: (disk: string) => boolean,
): Generator<string> {
  for (const entry of taken(join(root, path), (folder) => readdirSync(folder, { withFileTypes: true }))) {
    const below = path === '' ? entry.name : `${path}/${entry.name}`
    if (isLeftOut(below, entry.name)) continue
    if (entry.isDirectory()) yield* filesIn(root, below, isLeftOut, isTaken)
    else if (entry.isFile() || (entry.isSymbolicLink() && isTaken(join(root, below)))) yield below
  }
}

/**
 * Open a file of those below a path of a folder, for its size, mode and bytes; what it leads to by now is looked at once it is open.
 *
 * @throws ReportedError for a file that cannot be read, or that a link brought in meanwhile.
 */
export function takeFile<T>(root: string, base: string, path: string, take: (file: OpenedFile) => T): T {
  const real = realPath(join(root, base))
  return taken(join(root, path), (disk) => readInside(real === undefined ? [] : [real], disk, take))
}

/**
 * Files below a path of a folder that are taken along, as drafts hold them: text where it is text. What no draft can hold is not read at
 * all.
 *
 * @throws ReportedError for a file, or all of them together, that pass the limits of a draft; for files that hold private keys.
 */
export function contentsOf(
  folder: string,
  base: string,
  paths: readonly string[],
  keys: KeyFiles,
): readonly (readonly [path: string, content: Snapshot['files'][string]])[] {
  const { fileBytes, totalBytes } = snapshotLimits
  const refused: string[] = []
  let total = 0
  const contents = paths.map((path) =>
    takeFile(folder, base, path, ({ stats, bytes: read }) => {
      if (stats.size > fileBytes)
        throw tooMuch({ code: 'file-too-large', path: join(folder, path), bytes: stats.size, most: fileBytes })
      total += stats.size
      if (total > totalBytes) throw tooMuch({ code: 'too-large', bytes: total, most: totalBytes })
      const bytes = read()
      if (keys.includes(stats, bytes)) refused.push(path)
      return [path, nodeHost.decodeUtf8(bytes) ?? { base64: bytes.toString('base64') }] as const
    }),
  )
  if (refused.length > 0)
    throw new ReportedError(
      'trouble',
      `These files hold private keys, which never leave:\n${refused.map((path) => `  ${visible(join(folder, path))}`).join('\n')}`,
      '\nUse --leave-out PATH for each, from the folder that holds .ai.',
    )
  return contents
}

function tooMuch(problem: Parameters<typeof describeSnapshotProblem>[0]): ReportedError {
  return new ReportedError(
    'trouble',
    `${describeSnapshotProblem(problem)} Use --leave-out for what the item does not need.`,
  )
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EOUTSIDE: 'it leads out of its space',
  ENOENT: 'it is gone, or its name is no valid UTF-8',
}

function taken<T>(disk: string, read: (path: string) => T): T {
  try {
    return read(disk)
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    throw new ReportedError(
      'trouble',
      `${visible(disk)} cannot be read: ${reasons[code] ?? code}. Leave it out with --leave-out PATH, from the folder that holds .ai.`,
    )
  }
}
