import { snapshotLimits } from '#core/workspace'

/** What an import or a paste brings in at most. */
export const importLimits = {
  /** Bytes of one file: what the engine reads as metadata, and no more than a link may carry. */
  fileBytes: 4_000_000,
  /** Files of one import: what a draft can hold. */
  files: snapshotLimits.files,
  /** Bytes of one archive, which may hold more than one file. */
  archiveBytes: 64_000_000,
  /** Bytes of an archive after unpacking, with all that is left out then. */
  unpackedBytes: 128_000_000,
  /** Entries of an archive or a folder, with all that is left out then. */
  entries: 40_000,
  /** Bytes of one import: what a draft can hold. */
  totalBytes: snapshotLimits.totalBytes,
} as const
