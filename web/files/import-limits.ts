import { snapshotLimits } from '#core/workspace'

/** The limits of an import or a paste. */
export const importLimits = {
  /** The maximum size of one file in bytes. The engine and links do not support larger files. */
  fileBytes: 4_000_000,
  /** The maximum number of files in one import, as in a draft. */
  files: snapshotLimits.files,
  /** The maximum size of one archive in bytes. */
  archiveBytes: 64_000_000,
  /** The maximum size of an unpacked archive in bytes, including skipped files. */
  unpackedBytes: 128_000_000,
  /** The maximum number of entries in an archive or a folder, including skipped entries. */
  entries: 40_000,
  /** The maximum total size of one import in bytes, as in a draft. */
  totalBytes: snapshotLimits.totalBytes,
} as const
