import { snapshotLimits } from '#core/workspace'

/** Limits of an import or a paste. */
export const importLimits = {
  /** Bytes of one file. The engine reads no larger metadata, and links carry no larger files. */
  fileBytes: 4_000_000,
  /** Files of one import, as in a draft. */
  files: snapshotLimits.files,
  /** Bytes of one archive. */
  archiveBytes: 64_000_000,
  /** Bytes of an archive after unpacking, including skipped files. */
  unpackedBytes: 128_000_000,
  /** Entries of an archive or a folder, including skipped ones. */
  entries: 40_000,
  /** Bytes of one import, as in a draft. */
  totalBytes: snapshotLimits.totalBytes,
} as const
