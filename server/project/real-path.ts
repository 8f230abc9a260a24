import { realpathSync } from 'node:fs'

/** Where a path of the disk leads; undefined where nothing stands there, or may not be looked at. */
export function realPath(disk: string): string | undefined {
  try {
    return realpathSync.native(disk)
  } catch {
    return undefined
  }
}
