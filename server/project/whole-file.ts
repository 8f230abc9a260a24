import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { limits } from '#core/rules'

/** Why something is not read as a whole, in words that a sentence can take into brackets. */
class Unread extends Error {}

/**
 * All bytes of a file that a person names: a pipe or a device may stand there too.
 *
 * @throws Error of the system, or one that `whyUnread` tells.
 */
export function readNamed(path: string): Buffer {
  return readOpened(openSync(path, 'r'))
}

/** The same for what a folder happens to hold under a name: a pipe there would be waited for, and a device has no end. */
export function readFound(path: string): Buffer {
  return readOpened(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), (stats) => {
    if (!stats.isFile() && !stats.isDirectory()) throw new Unread('it is no regular file')
  })
}

/** All that `read` gives until it gives nothing more, up to `limits.inputBytes`: what has no end would fill the memory. */
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

/** Why a file could not be read: what the system says, such as `ENOENT`, or which limit it passes. */
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
  return new Unread(`more than ${limits.inputBytes} bytes, the limit inputBytes`)
}
