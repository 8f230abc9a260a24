/** Why a disk does not take a write, by the code of the system, and what a person can do. */
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
  ELOOP: 'its links lead in a circle (ELOOP)',
  ENAMETOOLONG: 'its name is too long (ENAMETOOLONG)',
  EBUSY: 'another program or mount uses it (EBUSY)',
}

/** There is a file already that must not be replaced. */
export class Exists extends Error {
  readonly code = 'EEXIST'
  readonly syscall = 'open'

  constructor(path: string) {
    super(`${path} exists already and is left as it is. Remove it first to replace it.`)
  }
}

/** A file that could not be written, removed or made: which one, why, and what to do. The old content is still there. Exit code 1. */
export class WriteFault extends Error {
  readonly code: string
  /** The place on the disk. */
  readonly path: string
  /** Why, and what to do, without the path. */
  readonly reason: string
  /** Whether the disk failed, and not a link that leads out refused the write. */
  readonly isFromDisk: boolean
  /** As errors of the system have it, so that it counts as one. */
  readonly syscall = 'write'

  constructor(path: string, reason: string, code: string) {
    super(`${path} was not written: ${reason}.`)
    this.code = code
    this.path = path
    this.reason = reason
    this.isFromDisk = code !== 'EMOVED' && code !== 'EOUTSIDE'
  }

  /** What went wrong with a path, in words; an error that is not of the system is a bug and stays as it is. */
  static of(path: string, error: unknown): unknown {
    if (error instanceof WriteFault || error instanceof Exists || !(error instanceof Error) || !('code' in error))
      return error
    const code = String(error.code)
    return new WriteFault(path, reasons[code] ?? error.message.replace(/\.$/, ''), code)
  }
}
