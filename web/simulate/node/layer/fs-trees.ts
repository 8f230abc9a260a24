import { coded } from './errors.ts'
import type { Options } from './fs-options.ts'
import { full } from './fs-paths.ts'
import { asBuffer, host, hostBytes, hostText } from './host.ts'
import { path as nodePath } from './path.ts'

interface Found {
  readonly name: string
  readonly folder: string
}

/** The entries of a folder. With `recursive`, also the entries of all folders under it. */
export function entriesBelow(folder: string, inner: string, recursive: boolean): Found[] {
  const names = JSON.parse(hostText('list', folder)) as string[]
  const here = names.map((name) => ({ name, folder: inner }))
  if (!recursive) return here
  const below = names
    .filter((name) => host('ownKind', nodePath.join(folder, name)) === 'directory')
    .flatMap((name) => entriesBelow(nodePath.join(folder, name), nodePath.join(inner, name), true))
  return [...here, ...below]
}

/** The first missing folder of a path; undefined if all folders exist. */
export function madeFolders(path: string): string | undefined {
  let first: string | undefined
  for (let at = path; host('kind', at) === undefined; at = nodePath.dirname(at)) first = at
  return first
}

/** Copy a file, a link, or a folder with its content. */
export function copyTree(from: string, to: string, options: Options): void {
  const { filter } = options as { readonly filter?: (from: string, to: string) => boolean }
  if (filter !== undefined && !filter(from, to)) return
  const kind = host(options.dereference === true ? 'kind' : 'ownKind', full(from))
  if (kind === 'directory') {
    if (options.recursive !== true)
      throw coded(
        Error,
        'ERR_FS_EISDIR',
        `Recursive option not enabled, cannot copy a directory: cp returned EISDIR (${from} is a directory (not copied)) ${from}`,
      )
    if (host('kind', full(to)) === undefined) host('mkdir', full(to), true)
    for (const name of JSON.parse(hostText('list', full(from))) as string[])
      copyTree(nodePath.join(from, name), nodePath.join(to, name), options)
    return
  }
  if (host('ownKind', full(to)) !== undefined) {
    if (options.errorOnExist === true && options.force === false)
      throw coded(Error, 'ERR_FS_CP_EEXIST', `Target already exists: cp returned EEXIST (${to} already exists) ${to}`)
    if (options.force === false) return
    if (kind === 'link') host('remove', full(to), false)
  }
  host('mkdir', nodePath.dirname(full(to)), true)
  if (kind === 'link') {
    const target = hostText('readlink', full(from))
    const whole = nodePath.resolve(nodePath.dirname(full(from)), target)
    host('symlink', options.verbatimSymlinks === true ? target : whole, full(to))
  } else host('writeFile', full(to), asBuffer(hostBytes('read', full(from))))
}
