import { Buffer } from './buffer.ts'
import { invalidArgType, outOfRange } from './errors.ts'
import { accessOf, ask, full, modeOf, pathOf, systemError } from './fs-paths.ts'
import type { Access } from './fs-paths.ts'
import { asBuffer, bytesOf, host, hostBytes, hostText, program } from './host.ts'
import { checkInteger } from './validate.ts'

/** An open file with its current position, which the volume does not store. */
export interface Open {
  readonly path: string
  readonly access: Access
  at: number
}

const open = new Map<number, Open>()
let next = 3

/** The current position in stdin, in bytes. */
let inputAt = 0

/** Throw Node's error if a value is not a file descriptor. */
export function checkDescriptor(fd: unknown): asserts fd is number {
  if (typeof fd !== 'number') throw invalidArgType('fd', 'number', fd)
  checkInteger(fd, 'fd', 0, 2147483647)
}

/**
 * The open file of a descriptor.
 * @throws `EBADF` if it is not open.
 */
export function openOf(fd: number, syscall: string): Open {
  const file = open.get(fd)
  if (file === undefined) throw systemError('EBADF', 'bad file descriptor', syscall)
  return file
}

const devices: Readonly<Record<string, number>> = { '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2 }

/** `fs.openSync`: returns the descriptor of the open file. */
export function openSync(target: unknown, flags: unknown = 'r', mode?: unknown): number {
  const shown = pathOf(target)
  const access = accessOf(flags)
  const bits = modeOf(mode, 'mode', 0o666)
  const path = full(shown)
  if (Object.hasOwn(devices, path)) return devices[path] ?? 0
  const kind = ask('open', shown, 'kind', [path])
  if (kind === 'directory' && access.write)
    throw systemError('EISDIR', 'illegal operation on a directory', 'open', shown)
  if (host('ownKind', path) !== undefined && access.exclusive)
    throw systemError('EEXIST', 'file already exists', 'open', shown)
  if (kind === undefined && path !== '/dev/null') {
    if (!access.create) ask('open', shown, 'stat', [path])
    ask('open', shown, 'writeFile', [path, ''])
    if (bits !== 0o666) host('chmod', path, bits & ~0o022)
  } else if (access.truncate && path !== '/dev/null') ask('open', shown, 'truncate', [path, 0])
  const fd = next++
  open.set(fd, { path: path === '/dev/null' ? path : hostText('realpath', path), access, at: 0 })
  return fd
}

/**
 * `fs.closeSync`. The three standard streams stay open.
 * @throws `EBADF` if the descriptor is not open
 */
export function closeSync(fd: unknown): void {
  checkDescriptor(fd)
  if (fd > 2 && !open.delete(fd)) throw systemError('EBADF', 'bad file descriptor', 'close')
}

/**
 * Read bytes of an open file from a position. Default: its current position.
 * @throws `EBADF` if it is not open for reading
 */
export function readBytes(fd: number, length: number, position: number | null): Uint8Array {
  if (fd === 0) {
    const input = bytesOf(program.stdin, 'utf8').subarray(inputAt, inputAt + length)
    inputAt += input.length
    return input
  }
  const file = openOf(fd, 'read')
  if (!file.access.read) throw systemError('EBADF', 'bad file descriptor', 'read')
  if (file.path === '/dev/null') return new Uint8Array()
  const bytes = new Uint8Array(
    ask('read', undefined, 'readAt', [file.path, position ?? file.at, length]) as ArrayBuffer,
  )
  if (position === null) file.at += bytes.length
  return bytes
}

/**
 * Write at a position. Default: the current position, which then advances. Writes all bytes and returns their number.
 * @throws `EBADF` if it is not open for writing
 */
export function writeBytes(fd: number, data: Uint8Array, position: number | null): number {
  if (fd === 1 || fd === 2) host('write', fd === 1 ? 'stdout' : 'stderr', asBuffer(data))
  else {
    const file = openOf(fd, 'write')
    if (!file.access.write) throw systemError('EBADF', 'bad file descriptor', 'write')
    if (file.path === '/dev/null') return data.length
    if (file.access.append) ask('write', undefined, 'append', [file.path, asBuffer(data)])
    else {
      ask('write', undefined, 'writeAt', [file.path, asBuffer(data), position ?? file.at])
      if (position === null) file.at += data.length
    }
  }
  return data.length
}

function checkPosition(position: unknown): number | null {
  if (position === undefined || position === null || position === -1 || position === -1n) return null
  if (typeof position === 'bigint') return Number(position)
  if (typeof position !== 'number') throw invalidArgType('position', ['integer', 'bigint'], position)
  checkInteger(position, 'position', -1)
  return position
}

/**
 * The part of a buffer for `read` or `write`, and the position in the file. The arguments are an offset, a length and a
 * position, or one object with these fields. Without a position, it is null: the current position.
 * @throws Node's error for an invalid argument
 */
function partOf(
  buffer: unknown,
  [first, second, third]: readonly unknown[],
  texts: readonly string[] = [],
): { readonly bytes: Uint8Array; readonly position: number | null } {
  if (!ArrayBuffer.isView(buffer))
    throw invalidArgType('buffer', [...texts, 'Buffer', 'TypedArray', 'DataView'], buffer)
  const given = (
    typeof first === 'object' && first !== null ? first : { offset: first, length: second, position: third }
  ) as Partial<Record<'offset' | 'length' | 'position', unknown>>
  const size = buffer.byteLength
  const least = texts.length === 0 ? '>= 0 && ' : ''
  const start = given.offset ?? 0
  checkInteger(start, 'offset', 0)
  const length = given.length ?? size - start
  if (start > size) throw outOfRange('offset', `${least}<= ${size}`, start)
  checkInteger(length, 'length', 0)
  if (length > size - start) throw outOfRange('length', `${least}<= ${size - start}`, length)
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset + start, length)
  return { bytes, position: checkPosition(given.position) }
}

/** `fs.readSync`: returns the number of bytes that it reads into the buffer; 0 at the end of the file. */
export function readSync(fd: unknown, buffer: unknown, ...rest: [unknown?, unknown?, unknown?]): number {
  checkDescriptor(fd)
  const { bytes: target, position } = partOf(buffer, rest)
  if (target.length === 0) return 0
  const bytes = readBytes(fd, target.length, position)
  target.set(bytes)
  return bytes.length
}

/** `fs.writeSync`: returns the number of written bytes. Text is encoded first. */
export function writeSync(fd: unknown, data: unknown, ...rest: [unknown?, unknown?, unknown?]): number {
  checkDescriptor(fd)
  if (typeof data === 'string') return writeBytes(fd, Buffer.from(data, rest[1] ?? 'utf8'), checkPosition(rest[0]))
  const { bytes, position } = partOf(data, rest, ['string'])
  return writeBytes(fd, bytes, position)
}

/** The rest of an open file from its current position. */
export function readRest(fd: number): Uint8Array {
  if (fd === 0) return readBytes(0, Infinity, null)
  const file = openOf(fd, 'read')
  return file.path === '/dev/null' ? new Uint8Array() : readBytes(fd, hostBytes('read', file.path).length, null)
}
