const messages = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
  EISDIR: 'illegal operation on a directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  EINVAL: 'invalid argument',
  EPERM: 'operation not permitted',
  ELOOP: 'too many symbolic links encountered',
  EFBIG: 'file too large',
  ENOSPC: 'no space left on device',
} as const

/** The error of an operation that the volume refuses, with the Linux error code. */
export class VolumeError extends Error {
  readonly code: keyof typeof messages
  readonly reason: string

  constructor(code: keyof typeof messages) {
    super(`${code}: ${messages[code]}`)
    this.code = code
    this.reason = messages[code]
  }
}
