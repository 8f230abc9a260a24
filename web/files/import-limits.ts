import { snapshotLimits } from '#core/workspace'

/** Limits of an import or a paste. */
export const importLimits = {
  /** Maximum size of one file, in bytes. The engine and links do not support larger files. */
  fileBytes: 4_000_000,
  /** Maximum number of files in one import, as in a draft. */
  files: snapshotLimits.files,
  /** Maximum size of one archive, in bytes. */
  archiveBytes: 64_000_000,
  /** Maximum size of an archive after unpacking, in bytes, including skipped files. */
  unpackedBytes: 128_000_000,
  /** Maximum number of entries in an archive or a folder, including skipped ones. */
  entries: 40_000,
  /** Maximum total size of one import, in bytes, as in a draft. */
  totalBytes: snapshotLimits.totalBytes,
} as const
