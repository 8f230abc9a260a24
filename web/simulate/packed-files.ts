/** Many files in one buffer, so that the page can send a workspace to the sandbox as a single block of memory. */
export interface PackedFiles {
  readonly paths: readonly string[]
  /** The end offset of each file in `bytes`. Each file starts at the end of the previous file. */
  readonly ends: Uint32Array
  readonly bytes: Uint8Array
}

export interface PlainFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Copy files into one buffer. */
export function packFiles(files: readonly PlainFile[]): PackedFiles {
  const bytes = new Uint8Array(files.reduce((sum, file) => sum + file.bytes.length, 0))
  const ends = new Uint32Array(files.length)
  let at = 0
  files.forEach((file, index) => {
    bytes.set(file.bytes, at)
    at += file.bytes.length
    ends[index] = at
  })
  return { paths: files.map((file) => file.path), ends, bytes }
}

/**
 * The files of a pack, as views of its buffer. An end offset that is out of range or out of order results in an empty
 * file.
 */
export function unpackFiles(packed: PackedFiles): PlainFile[] {
  let from = 0
  return packed.paths.map((path, index) => {
    const end = Math.max(from, Math.min(packed.ends[index] ?? from, packed.bytes.length))
    const bytes = packed.bytes.subarray(from, end)
    from = end
    return { path, bytes }
  })
}
