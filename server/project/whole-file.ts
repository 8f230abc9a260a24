import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { limits } from '#core/rules'

/** The reason why a file is not read, which messages show in parentheses. */
class Unread extends Error {}

/**
 * All bytes of a file that the user names; the file can be a pipe or a device.
 *
 * @throws a system error, or one that `whyUnread` describes.
 */
export function readNamed(path: string): Buffer {
  return readOpened(openSync(path, 'r'))
}

/**
 * All bytes of a file that was found in a folder. Pipes and devices are rejected, because a pipe would block and a
 * device can be endless.
 */
export function readFound(path: string): Buffer {
  return readOpened(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), (stats) => {
    if (!stats.isFile() && !stats.isDirectory()) throw new Unread('it is not a regular file')
  })
}

/**
 * All bytes that `read` returns until it returns 0.
 * @throws Unread for more than `limits.inputBytes`, because endless input would fill the memory.
 */
export function readWhole(read: (into: Buffer) => number): Buffer {
  const chunks: Buffer[] = []
  let total = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(1 << 16)
    const length = read(chunk)
    if (length === 0) return Buffer.concat(chunks)
    total += length
    if (total > limits.inputBytes) throw tooLong()
    chunks.push(chunk.subarray(0, length))
  }
}

/** The reason why a file could not be read: the system's error code, such as `ENOENT`, or the exceeded limit. */
export function whyUnread(error: unknown): string {
  if (error instanceof Unread) return error.message
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

function readOpened(file: number, look?: (stats: ReturnType<typeof fstatSync>) => void): Buffer {
  try {
    const stats = fstatSync(file)
    look?.(stats)
    if (stats.size > limits.inputBytes) throw tooLong()
    return readWhole((into) => readSync(file, into))
  } finally {
    closeSync(file)
  }
}

function tooLong(): Unread {
  return new Unread(`it has more than ${limits.inputBytes} bytes (limit inputBytes)`)
}
