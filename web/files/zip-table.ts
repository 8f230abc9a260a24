import { zipName } from './zip-names.ts'

/** One file in a zip, from the central directory at the end of the archive. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly encrypted: boolean
  /** Whether the file is a symlink: its bytes are the target path. */
  readonly link: boolean
  readonly crc: number
  /** The unpacked size in bytes, according to the archive. */
  readonly size: number
  /** The compressed bytes; undefined if the archive does not contain them. */
  readonly packed: Uint8Array | undefined
}

const signatures = { file: 0x04034b50, row: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 }
const endBytes = 22
const rowBytes = 46
const longestComment = 0xffff
const unix = 3
/** The placeholder for a number that is in a 64-bit field. */
const elsewhere = 0xffffffff

/**
 * The files in a zip in the order of its central directory, without folders; undefined without a directory, as in a
 * truncated download. Only the directory lists all files: a truncated archive looks complete when it is read from its
 * start.
 * @param most The maximum number of files. At most one more is read, which limits the memory for a hostile directory.
 */
export function zipTable(archive: Uint8Array, most: number): readonly ZipEntry[] | undefined {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.length)
  try {
    return tableIn(archive, view, most)
  } catch (error) {
    // The directory contains an offset outside the archive.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function tableIn(archive: Uint8Array, view: DataView, most: number): readonly ZipEntry[] | undefined {
  const end = endOf(view)
  if (end === undefined) return undefined
  const said = sizeAndPlace(view, end)
  // Data before the archive, such as a self-extracting program, shifts all offsets.
  const shift = said.size === 0 || isAt(view, said.at, signatures.row) ? 0 : end - said.size - said.at
  const entries: ZipEntry[] = []
  let at = said.at + shift
  const last = at + said.size
  while (at < last && entries.length <= most) {
    if (!isAt(view, at, signatures.row)) return undefined
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => view.getUint16(at + field, true))
    const entry = entryAt(archive, view, at, { name, extra }, shift)
    if (!isFolder(view, at, entry)) entries.push(entry)
    at += rowBytes + name + extra + comment
  }
  return withoutFolders(entries)
}

/**
 * Remove folders that have neither a trailing slash nor attributes: empty files with a path that is the prefix of
 * another path.
 */
function withoutFolders(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  if (entries.every(({ size }) => size > 0)) return entries
  const names = entries.map(({ name }) => name).sort()
  const isFolderOfSome = (folder: string): boolean => {
    let [from, to] = [0, names.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((names[middle] ?? '') < folder) from = middle + 1
      else to = middle
    }
    return names[from]?.startsWith(folder) ?? false
  }
  return entries.filter(({ name, size }) => size > 0 || !isFolderOfSome(`${name}/`))
}

/**
 * The offset of the end record of a zip. A comment can follow it, and can contain another end record. Some programs
 * append bytes that the record does not count. Undefined if the end record is missing.
 */
function endOf(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - endBytes - longestComment)
  let before: number | undefined
  for (let at = view.byteLength - endBytes; at >= first; at--) {
    if (!isAt(view, at, signatures.end)) continue
    const left = view.byteLength - at - endBytes - view.getUint16(at + 20, true)
    if (left === 0) return at
    if (left > 0) before ??= at
  }
  return before
}

function sizeAndPlace(view: DataView, end: number): { readonly size: number; readonly at: number } {
  const narrow = { size: view.getUint32(end + 12, true), at: view.getUint32(end + 16, true) }
  if (narrow.size !== elsewhere && narrow.at !== elsewhere) return narrow
  if (end < 20 || !isAt(view, end - 20, signatures.locator64)) return narrow
  const wide = wideAt(view, end - 12)
  return isAt(view, wide, signatures.end64) ? { size: wideAt(view, wide + 40), at: wideAt(view, wide + 48) } : narrow
}

function entryAt(
  archive: Uint8Array,
  view: DataView,
  at: number,
  lengths: { readonly name: number; readonly extra: number },
  shift: number,
): ZipEntry {
  const flags = view.getUint16(at + 8, true)
  const [size = 0, packed = 0, place = 0] = wideFields(
    view,
    [24, 20, 42].map((field) => view.getUint32(at + field, true)),
    at + rowBytes + lengths.name,
    lengths.extra,
  )
  return {
    name: zipName({
      bytes: archive.subarray(at + rowBytes, at + rowBytes + lengths.name),
      isUtf8: (flags & 0x800) !== 0,
      extra: archive.subarray(at + rowBytes + lengths.name, at + rowBytes + lengths.name + lengths.extra),
      host: view.getUint8(at + 5),
    }),
    method: view.getUint16(at + 10, true),
    encrypted: (flags & 1) !== 0,
    // Only archives created on Unix contain file modes.
    link: view.getUint8(at + 5) === unix && view.getUint32(at + 38, true) >>> 28 === 0xa,
    crc: view.getUint32(at + 16, true),
    size,
    packed: packedAt(archive, view, place + shift, packed),
  }
}

/** The numbers of a row. Numbers that are too large for the row are in its extra field, in the same order. */
function wideFields(view: DataView, narrow: readonly number[], extra: number, length: number): readonly number[] {
  if (!narrow.includes(elsewhere)) return narrow
  for (let at = extra; at + 4 <= extra + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let next = at - 4
    return narrow.map((value) => (value === elsewhere ? wideAt(view, (next += 8)) : value))
  }
  return narrow
}

function packedAt(archive: Uint8Array, view: DataView, at: number, length: number): Uint8Array | undefined {
  if (at + 30 > archive.length || !isAt(view, at, signatures.file)) return undefined
  const begin = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  return begin + length <= archive.length ? archive.subarray(begin, begin + length) : undefined
}

/**
 * Whether an entry is a folder: its name ends with a slash, or it is empty and has a folder attribute of DOS or Unix.
 */
function isFolder(view: DataView, at: number, { name, size }: ZipEntry): boolean {
  const attributes = view.getUint32(at + 38, true)
  const isMarked = (attributes & 0x10) !== 0 || (view.getUint8(at + 5) === unix && attributes >>> 28 === 4)
  return name.endsWith('/') || (size === 0 && isMarked)
}

function isAt(view: DataView, at: number, signature: number): boolean {
  return at >= 0 && at + 4 <= view.byteLength && view.getUint32(at, true) === signature
}

function wideAt(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 0x100000000
}
