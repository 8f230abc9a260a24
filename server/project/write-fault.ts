/** The reasons why a disk refuses a write, by system error code, with a remedy. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full (ENOSPC). Free some space, then repeat the command',
  EDQUOT: 'the disk quota is used up (EDQUOT). Free some space, then repeat the command',
  EFBIG: 'it is larger than a limit of this process or disk allows (EFBIG)',
  EROFS: 'the file system is read-only (EROFS)',
  EACCES: 'permission denied (EACCES)',
  EPERM: 'permission denied (EPERM)',
  EIO: 'the disk reports an error (EIO)',
  ENOTDIR: 'a file is in the place of one of its folders (ENOTDIR)',
  EISDIR: 'a folder is in its place (EISDIR)',
  ENOENT: 'its folder does not exist, or cannot be made (ENOENT)',
  ELOOP: 'its links form a circle (ELOOP)',
  ENAMETOOLONG: 'its name is too long (ENAMETOOLONG)',
  EBUSY: 'another program or mount uses it (EBUSY)',
}

/** The file already exists and must not be replaced. */
export class Exists extends Error {
  readonly code = 'EEXIST'
  readonly syscall = 'open'

  constructor(path: string) {
    super(`${path} already exists and was not changed. Remove it first to replace it.`)
  }
}

/**
 * A file that could not be written, removed or created: the path, the reason and a remedy. Its old content is
 * unchanged. Exit code 1.
 */
export class WriteFault extends Error {
  readonly code: string
  /** The path on the disk. */
  readonly path: string
  /** The reason and the remedy, without the path. */
  readonly reason: string
  /** Whether the disk failed, rather than a link out of the space being refused. */
  readonly isFromDisk: boolean
  /** The same property as in system errors, so that this error is treated as one. */
  readonly syscall = 'write'

  constructor(path: string, reason: string, code: string) {
    super(`${path} was not written: ${reason}.`)
    this.code = code
    this.path = path
    this.reason = reason
    this.isFromDisk = code !== 'EMOVED' && code !== 'EOUTSIDE'
  }

  /** The fault for a path, with a message. An error that is not from the system is a bug and is rethrown unchanged. */
  static of(path: string, error: unknown): unknown {
    if (error instanceof WriteFault || error instanceof Exists || !(error instanceof Error) || !('code' in error))
      return error
    const code = String(error.code)
    return new WriteFault(path, reasons[code] ?? error.message.replace(/\.$/, ''), code)
  }
}
