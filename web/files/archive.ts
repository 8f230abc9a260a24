import { Inflate, strToU8, zipSync } from 'fflate'
import type { Snapshot } from '#core/workspace'
import { crc32, joinBytes } from './bytes.ts'
import { archiveEntries, type Foreign } from './exchange.ts'
import { importLimits } from './import-limits.ts'
import { Stopped, type LongWork } from './long-work.ts'
import { zipTable, type ZipEntry } from './zip-table.ts'

/**
 * A zip of the draft. It contains the files under `project/`, `user/` and `system/`, `draft.json` with all other
 * fields, and the files of `texts` (content by name) in the root folder.
 */
export function zipDraft(snapshot: Snapshot, texts: Readonly<Record<string, string>> = {}): Uint8Array {
  const extra = Object.entries(texts).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(
    { ...archiveEntries(snapshot), ...Object.fromEntries(extra) },
    { level: 9, mtime: new Date('2026-01-01T00:00:00Z') },
  )
}

/**
 * The number of compressed bytes to unpack in one step; between steps, the page can render. In a zip bomb, they expand
 * to a thousand times as many bytes.
 */
const stepBytes = 1024

/** The files of an archive, or the problem that prevents their import. */
export interface Unzipped {
  readonly files: readonly Foreign[]
  readonly problem: string | undefined
}

/**
 * Unpack a zip within the import limits. The limits stop a zip bomb while it unpacks. Rejects with `Stopped` if the
 * user stops the work.
 */
export async function unzip(archive: Uint8Array, work: LongWork): Promise<Unzipped> {
  const entries = zipTable(archive, importLimits.entries)
  if (!entries) return { files: [], problem: whyNoTable(archive) }
  const refused = whyRefused(entries)
  if (refused !== undefined) return { files: [], problem: refused }
  const files: Foreign[] = []
  let total = 0
  for (const entry of entries) {
    const parts: Uint8Array[] = []
    let crc = 0
    const add = (part: Uint8Array): void => {
      total += part.length
      if (total > importLimits.unpackedBytes) throw new TooMuch()
      crc = crc32(part, crc)
      parts.push(part)
    }
    try {
      await unpack(entry, add, () => work.rest(files.length))
    } catch (error) {
      if (error instanceof Stopped) throw error
      return {
        files: [],
        problem: error instanceof TooMuch ? tooMuch : `The archive is damaged at ${entry.name}. Download it again.`,
      }
    }
    const bytes = joinBytes(parts)
    if (bytes.length !== entry.size || crc !== entry.crc)
      return { files: [], problem: `The archive is damaged at ${entry.name}. Download it again.` }
    files.push({ name: entry.name, bytes, ...(entry.link && { link: true }) })
  }
  return { files, problem: undefined }
}

/** The error for an archive that unpacks to more bytes than the limit. */
class TooMuch extends Error {}
const tooMuch = `The archive unpacks to more than ${importLimits.unpackedBytes / 1_000_000} MB. Import a smaller archive.`

/** The error message for a file without a zip directory. A truncated zip still begins with `PK`. */
function whyNoTable([first, second]: Uint8Array): string {
  return first === 0x50 && second === 0x4b
    ? 'The archive is incomplete: its end is missing. Download it again.'
    : 'This file is not a zip archive, or it is damaged. Choose another file.'
}

function whyRefused(entries: readonly ZipEntry[]): string | undefined {
  if (entries.length === 0) return 'This file is not a zip archive, or it is empty. Choose another file.'
  if (entries.length > importLimits.entries)
    return `The archive contains more than ${importLimits.entries.toLocaleString('en')} files. Import a smaller archive.`
  if (entries.reduce((sum, { size }) => sum + size, 0) > importLimits.unpackedBytes) return tooMuch
  const locked = entries.find(({ encrypted }) => encrypted)
  if (locked)
    return `The archive contains the encrypted file ${locked.name}. Unpack the archive with its password and import the folder.`
  const foreign = entries.find(({ method }) => method !== stored && method !== deflated)
  return (
    foreign &&
    `${foreign.name} uses an unsupported compression method (${foreign.method}). Create a standard zip archive.`
  )
}

const [stored, deflated] = [0, 8]

/**
 * Unpack a file in small steps, so that the limit in `add` stops the process before memory is exhausted. Rejects if the
 * file is damaged.
 */
async function unpack(
  { packed, method }: ZipEntry,
  add: (part: Uint8Array) => void,
  rest: () => Promise<void>,
): Promise<void> {
  if (!packed) throw new RangeError('its bytes are not in the archive')
  const stream = method === stored ? { push: add } : new Inflate(add)
  for (let at = 0; at < packed.length; at += stepBytes) {
    stream.push(packed.subarray(at, at + stepBytes), at + stepBytes >= packed.length)
    await rest()
  }
}
