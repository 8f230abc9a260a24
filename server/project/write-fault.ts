/** The reasons why a disk refuses a write, some with a remedy, by system error code. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full (ENOSPC). Free some space, then repeat the command',
  EDQUOT: 'the disk quota is used up (EDQUOT). Free some space, then repeat the command',
  EFBIG: 'it is larger than this process or disk allows (EFBIG)',
  EROFS: 'the file system is read-only (EROFS)',
  EACCES: 'permission denied (EACCES)',
  EPERM: 'permission denied (EPERM)',
  EIO: 'the disk reports an error (EIO)',
  ENOTDIR: 'a file exists where one of its folders should be (ENOTDIR)',
  EISDIR: 'a folder exists at its path (EISDIR)',
  ENOENT: 'its folder does not exist and cannot be created (ENOENT)',
  ELOOP: 'its symlinks are circular (ELOOP)',
  ENAMETOOLONG: 'its name is too long (ENAMETOOLONG)',
  EBUSY: 'another program or a mount uses it (EBUSY)',
}

/** The error for a file that already exists and must not be replaced. */
export class Exists extends Error {
  readonly code = 'EEXIST'
  readonly syscall = 'open'

  constructor(path: string) {
    super(`${path} already exists and was not changed. To replace it, remove it first.`)
  }
}

/**
 * The error for a file that could not be written, removed or created: the path, the reason and, if known, a remedy. The
 * old content is unchanged. Exit code 1.
 */
export class WriteFault extends Error {
  readonly code: string
  /** The path of the file on disk. */
  readonly path: string
  /** The reason and any remedy, without the path. */
  readonly reason: string
  /** Whether the disk failed, as opposed to a refused symlink or a replaced folder. */
  readonly isFromDisk: boolean
  /** A property of system errors, so callers treat this error as a system error. */
  readonly syscall = 'write'

  constructor(path: string, reason: string, code: string) {
    super(`${path} was not written: ${reason}.`)
    this.code = code
    this.path = path
    this.reason = reason
    this.isFromDisk = code !== 'EMOVED' && code !== 'EOUTSIDE'
  }

  /** The fault for a path. A WriteFault, an Exists, and an error without a code are returned unchanged. */
  static of(path: string, error: unknown): unknown {
    if (error instanceof WriteFault || error instanceof Exists || !(error instanceof Error) || !('code' in error))
      return error
    const code = String(error.code)
    return new WriteFault(path, reasons[code] ?? error.message.replace(/\.$/, ''), code)
  }
}
