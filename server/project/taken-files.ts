import { readdirSync, statSync } from 'node:fs'
import { visible } from '#core/text'
import { describeSnapshotProblem, snapshotLimits, type Snapshot } from '#core/workspace'
import { join, plain } from '../disk-paths.ts'
import { nodeHost } from '../engine/node-host.ts'
import { realPath } from './real-path.ts'
import { readInside, type OpenedFile } from './inside.ts'
import type { KeyFiles } from './key-files.ts'
import { codeOf, ReportedError } from './reported-error.ts'

/** An excluded path in the form of the paths that `filesBelow` yields. */
export function plainPath(path: string): string {
  return path.replace(/^\.\//, '').replace(/\/$/, '')
}

/**
 * The regular files in a folder at a path, as paths from the root; excluded folders are not read. A symlink is included
 * only if it leads to another of these files, because other symlinks could copy an excluded or outside file.
 *
 * @throws ReportedError for a folder that cannot be listed; the message explains how to exclude it.
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
    const name = plain(entry.name)
    const below = path === '' ? name : `${path}/${name}`
    if (isLeftOut(below, name)) continue
    if (entry.isDirectory()) yield* filesIn(root, below, isLeftOut, isTaken)
    else if (entry.isFile() || (entry.isSymbolicLink() && isTaken(join(root, below)))) yield below
  }
}

/**
 * Open one of the files in a folder at a path, for its size, mode and bytes. The target of a symlink is checked after
 * the file is open.
 *
 * @throws ReportedError for a file that cannot be read, or that was replaced with a symlink meanwhile.
 */
export function takeFile<T>(root: string, base: string, path: string, take: (file: OpenedFile) => T): T {
  const real = realPath(join(root, base))
  return taken(join(root, path), (disk) => readInside(real === undefined ? [] : [real], disk, take))
}

/**
 * The contents of files in a folder, in the format of drafts: valid UTF-8 as text, other content as base64. Files that
 * exceed the limits of a draft are not read.
 *
 * @throws ReportedError for a file or a total size above the limits of a draft, and for files that contain private
 * keys.
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
      `These files contain private keys, which are never copied:\n${refused.map((path) => `  ${visible(join(folder, path))}`).join('\n')}`,
      '\nUse --leave-out PATH for each file, with a path relative to the folder that contains .ai.',
    )
  return contents
}

function tooMuch(problem: Parameters<typeof describeSnapshotProblem>[0]): ReportedError {
  return new ReportedError(
    'trouble',
    `${describeSnapshotProblem(problem)} Use --leave-out for files that the item does not need.`,
  )
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EOUTSIDE: 'it leads outside its space',
  ENOENT: 'it no longer exists, or its name is not valid UTF-8',
}

function taken<T>(disk: string, read: (path: string) => T): T {
  try {
    return read(disk)
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    throw new ReportedError(
      'trouble',
      `${visible(disk)} cannot be read: ${reasons[code] ?? code}. Exclude it with --leave-out PATH, relative to the folder that contains .ai.`,
    )
  }
}
