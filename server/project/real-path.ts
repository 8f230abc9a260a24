import { realpath } from '../disk-paths.ts'

/** The real path of a path on disk; undefined if the path does not exist or cannot be read. */
export function realPath(disk: string): string | undefined {
  try {
    return realpath(disk)
  } catch {
    return undefined
  }
}
