import { dirname, join } from 'node:path'
import { isFile, readAt } from './files.ts'

/** The libraries that a compiled file declares. */
interface Elf {
  /** The dynamic loader; undefined for a static program and a library. */
  readonly interpreter: string | undefined
  readonly needed: readonly string[]
  /** Folders to search, with `$ORIGIN` replaced. */
  readonly folders: readonly string[]
}

/** Maximum number of bytes to read from a table in an ELF file, and from a name in the table. */
const TABLE_BYTES = 1 << 20
const NAME_BYTES = 4096

const [LOAD, DYNAMIC, INTERP] = [1, 2, 3]
const [NEEDED, STRTAB, RPATH, RUNPATH] = [1n, 5n, 15n, 29n]

interface Segment {
  readonly type: number
  readonly offset: number
  readonly address: number
  readonly size: number
}

/** Read the dynamic section of a 64-bit little-endian ELF file (System V ABI); undefined for any other file. */
function readElf(path: string): Elf | undefined {
  const head = readAt(path, 0, 64)
  if (head.length < 64 || head.readUInt32BE(0) !== 0x7f454c46 || head[4] !== 2 || head[5] !== 1) return undefined
  const segments = segmentsOf(path, Number(head.readBigUInt64LE(32)), head.readUInt16LE(54), head.readUInt16LE(56))
  const loader = segments.find(({ type }) => type === INTERP)
  const interpreter = loader && textAt(path, loader.offset)
  const table = segments.find(({ type }) => type === DYNAMIC)
  if (!table) return { interpreter, needed: [], folders: [] }
  const entries = entriesOf(readAt(path, table.offset, Math.min(table.size, TABLE_BYTES)))
  const strings = offsetOf(segments, Number(entries.find(([tag]) => tag === STRTAB)?.[1] ?? 0n))
  const texts = (wanted: bigint): readonly string[] =>
    entries.flatMap(([tag, value]) => (tag === wanted ? [textAt(path, strings + Number(value))] : []))
  const folders = [...texts(RUNPATH), ...texts(RPATH)].flatMap((list) => list.split(':'))
  return {
    interpreter,
    needed: texts(NEEDED),
    folders: folders.map((folder) => folder.replace(/\$(?:ORIGIN|\{ORIGIN\})/g, dirname(path))),
  }
}

function segmentsOf(path: string, from: number, size: number, count: number): readonly Segment[] {
  const bytes = readAt(path, from, Math.min(size * count, TABLE_BYTES))
  const segments: Segment[] = []
  for (let at = 0; size >= 56 && at + 56 <= bytes.length; at += size)
    segments.push({
      type: bytes.readUInt32LE(at),
      offset: Number(bytes.readBigUInt64LE(at + 8)),
      address: Number(bytes.readBigUInt64LE(at + 16)),
      size: Number(bytes.readBigUInt64LE(at + 32)),
    })
  return segments
}

function entriesOf(bytes: Buffer): readonly (readonly [tag: bigint, value: bigint])[] {
  const entries: (readonly [bigint, bigint])[] = []
  for (let at = 0; at + 16 <= bytes.length; at += 16) {
    const tag = bytes.readBigUInt64LE(at)
    if (tag === 0n) break
    entries.push([tag, bytes.readBigUInt64LE(at + 8)])
  }
  return entries
}

/** The file offset of a memory address. */
function offsetOf(segments: readonly Segment[], address: number): number {
  const loaded = segments.find(
    ({ type, address: from, size }) => type === LOAD && from <= address && address < from + size,
  )
  return loaded ? address - loaded.address + loaded.offset : address
}

function textAt(path: string, offset: number): string {
  const bytes = readAt(path, offset, NAME_BYTES)
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end === -1 ? 0 : end).toString('utf8')
}

/** Maximum number of libraries to follow for one program. */
const MOST_LIBRARIES = 256

/**
 * The dynamic loaders of compiled files, and the libraries that they load from folders named by the files themselves
 * (RUNPATH, RPATH) or by `LD_LIBRARY_PATH`. Each is listed by the path that the loader uses. Libraries in the system's
 * own folders are not listed, because every run sees them.
 */
export function librariesOf(programs: readonly string[], searched: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const open = programs.flatMap((path) => {
    const elf = readElf(path)
    if (elf?.interpreter !== undefined && readElf(elf.interpreter)) found.add(elf.interpreter)
    return elf ? [{ elf, above: [] as readonly string[] }] : []
  })
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const folders = [...next.elf.folders, ...next.above, ...searched].filter((folder) => folder.startsWith('/'))
    for (const name of next.elf.needed) {
      const path = name.startsWith('/') ? name : folders.map((folder) => join(folder, name)).find(isFile)
      // A program can name any file, so check that it is a library.
      const elf = path === undefined || found.has(path) ? undefined : readElf(path)
      if (path === undefined || !elf || found.size >= MOST_LIBRARIES) continue
      found.add(path)
      // The loader also searches for a library's own libraries in the folders of the files that load it (RPATH).
      open.push({ elf, above: [...next.elf.folders, ...next.above] })
    }
  }
  return [...found]
}
