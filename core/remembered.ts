import type { FileText } from './file-text.ts'
import type { Metadata } from './metadata/metadata.ts'

/** What an answer rests on: files, directories and absences, as one workspace knows them. Opaque outside. */
export type Rests = readonly Remembered[]

/** What is known of one path, and when it was looked at and found different. */
export interface Remembered {
  readonly path: string
  /** The recording that has it already. */
  recorded: number
  checked: number
  stamp: string | number | null | undefined
  changed: number
  file: FileText | undefined
  metadata: Metadata | undefined
  names: ReadonlySet<string> | undefined
}

/** A path that nobody has looked at yet, in an epoch. */
export function unseen(path: string, epoch: number): Remembered {
  return {
    path,
    recorded: 0,
    checked: 0,
    stamp: undefined,
    changed: epoch,
    file: undefined,
    metadata: undefined,
    names: undefined,
  }
}

/** What every path is that no directory lists. */
export const absent: Remembered = unseen('', 0)
