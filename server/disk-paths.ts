import { realpathSync } from 'node:fs'
import path, { type PlatformPath } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * The functions of `node:path` with one separator on every system: `/`, which Windows also accepts. All paths on disk
 * have this separator, because reports, links and the workspace have it. Drive letters are uppercase, because editors
 * and Windows write both cases. macOS finds a name in any Unicode form, and can list it in a form that differs from the
 * text of a file. Names, and the IDs that texts and users mention, are therefore converted to the composed form (NFC).
 */
export function slashed(
  { sep, delimiter, basename, extname, isAbsolute, ...rules }: PlatformPath,
  platform: NodeJS.Platform = process.platform,
) {
  const windows = sep === '\\'
  const formOf = platform === 'darwin' ? (text: string) => text.normalize('NFC') : (text: string) => text
  const plain = windows
    ? (text: string) => text.replaceAll('\\', '/').replace(/^[a-z]:/, (drive) => drive.toUpperCase())
    : formOf
  return {
    delimiter,
    basename,
    extname,
    isAbsolute,
    /** Converts a path or a name from the system, such as the current folder. */
    plain,
    /** Converts a mention of a file, such as an item ID, to the Unicode form of file names. */
    formOf,
    dirname: windows ? (of: string) => plain(rules.dirname(of)) : rules.dirname,
    join: windows ? (...parts: string[]) => plain(rules.join(...parts)) : rules.join,
    relative: windows ? (from: string, to: string) => plain(rules.relative(from, to)) : rules.relative,
    resolve: windows ? (...parts: string[]) => plain(rules.resolve(...parts)) : rules.resolve,
    /** The path of a `file:` URL. */
    ofUrl: (url: string) => plain(fileURLToPath(url, { windows })),
    /** The `file:` URL of a path. */
    toUrl: (of: string) => pathToFileURL(of, { windows }).href,
  }
}

export const {
  delimiter,
  basename,
  extname,
  isAbsolute,
  plain,
  formOf,
  dirname,
  join,
  relative,
  resolve,
  ofUrl,
  toUrl,
} = slashed(path)

/** The path with all symlinks resolved. Throws if the path does not exist or cannot be read. */
export function realpath(disk: string): string {
  return plain(realpathSync.native(disk))
}
