import { closeSync, fsync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Sync an open file or folder. Errors of file systems that cannot sync are ignored. */
export function syncFile(descriptor: number): void {
  try {
    fsyncSync(descriptor)
  } catch (error) {
    requireUnable(error)
  }
}

const fsyncInPool = promisify(fsync)

/** Like `syncFile`, in a thread of the pool, which can sync many files together. */
export async function syncFileInPool(descriptor: number): Promise<void> {
  try {
    await fsyncInPool(descriptor)
  } catch (error) {
    requireUnable(error)
  }
}

/** Rethrow a failed sync, unless the file system does not support it. */
function requireUnable(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
}

/** Sync a folder by its path. */
export function syncFolder(folder: string): void {
  if (!canSyncFolders()) return
  const descriptor = openSync(folder, 'r')
  try {
    syncFile(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Like `syncFolder`, in a thread of the pool. */
export async function syncFolderInPool(folder: string): Promise<void> {
  if (!canSyncFolders()) return
  const opened = await open(folder, 'r')
  await opened
    .sync()
    .catch(requireUnable)
    .finally(() => opened.close())
}

/** Whether folders can be synced. Windows refuses that, and stores the name of a file together with the file. */
function canSyncFolders(): boolean {
  return process.platform !== 'win32'
}
