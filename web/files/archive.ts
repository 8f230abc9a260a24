import { Unzip, UnzipInflate, UnzipPassThrough, strToU8, zipSync } from 'fflate'
import type { Snapshot } from '#core'
import { joinBytes } from './bytes.ts'
import { archiveEntries, importLimits, type Foreign } from './exchange.ts'
import { Stopped, type LongWork } from './long-work.ts'

/** A zip of the draft: its files under `project/` and `user/`, and `draft.json` with everything else; further texts beside them. */
export function zipDraft(snapshot: Snapshot, texts: Readonly<Record<string, string>> = {}): Uint8Array {
  const beside = Object.entries(texts).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(
    { ...archiveEntries(snapshot), ...Object.fromEntries(beside) },
    { level: 9, mtime: new Date('2026-01-01T00:00:00Z') },
  )
}

/** Bytes of an archive that are unpacked before the page may draw: a thousand times as many come out of a bomb. */
const stepBytes = 1024

/** The files of a zip, unpacked no further than the limits allow: a bomb is stopped while it unpacks. */
export async function unzip(
  archive: Uint8Array,
  work: LongWork,
): Promise<{ readonly files: readonly Foreign[]; readonly problem: string | undefined }> {
  const files: Foreign[] = []
  let total = 0
  let problem: string | undefined
  const reader = new Unzip((entry) => {
    if (problem !== undefined || entry.name.endsWith('/')) return
    if (files.length >= importLimits.entries) {
      problem = `The archive holds more than ${importLimits.entries} files (limit entries).`
      return
    }
    const parts: Uint8Array[] = []
    entry.ondata = (error, chunk, last) => {
      if (error) problem ??= `The archive is damaged at ${entry.name}.`
      total += chunk?.length ?? 0
      if (total > importLimits.unpackedBytes)
        problem ??= `The archive unpacks to more than ${importLimits.unpackedBytes / 1_000_000} MB (limit unpackedBytes) and was stopped.`
      if (problem !== undefined) return entry.terminate()
      parts.push(chunk)
      if (last) files.push({ name: entry.name, bytes: joinBytes(parts) })
    }
    entry.start()
  })
  reader.register(UnzipInflate)
  reader.register(UnzipPassThrough)
  try {
    // In small steps, so that the limit is met long before memory is.
    for (let at = 0; at < archive.length && problem === undefined; at += stepBytes) {
      reader.push(archive.subarray(at, at + stepBytes), at + stepBytes >= archive.length)
      await work.rest(files.length)
    }
  } catch (error) {
    if (error instanceof Stopped) throw error
    problem ??= 'This is no zip archive, or it is damaged.'
  }
  if (files.length === 0) problem ??= 'This is no zip archive, or it is empty.'
  return { files: problem === undefined ? files : [], problem }
}
