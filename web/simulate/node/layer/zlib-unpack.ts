import { Inflate, inflateSync } from 'fflate'
import { crc32 } from '../../../files/bytes.ts'
import { Buffer } from './buffer.ts'
import { codes } from './zlib-constants.ts'
import type { Mode } from './zlib-options.ts'

/** An error as zlib numbers and words it. */
function zlibError(code: keyof typeof codes, message: string): Error {
  return Object.assign(new Error(message), { errno: codes[code], code })
}

const wrong = (message: string): Error => zlibError('Z_DATA_ERROR', message)
const cutOff = (): Error => zlibError('Z_BUF_ERROR', 'unexpected end of file')

function adler32(data: Uint8Array): number {
  let [a, b] = [1, 0]
  for (const byte of data) {
    a = (a + byte) % 65521
    b = (b + a) % 65521
  }
  return ((b << 16) | a) >>> 0
}

/** Unpack all of `data`; `partial` takes what there is of data that is cut off. */
export function unpack(mode: Mode, data: Uint8Array, dictionary: Uint8Array | undefined, partial: boolean): Uint8Array {
  if (mode === 'InflateRaw') return data.length === 0 && !partial ? fail(cutOff()) : inflated(data, dictionary, partial)
  if (mode === 'Gunzip' || (mode === 'Unzip' && data[0] === 31 && (data.length < 2 || data[1] === 139)))
    return members(data, partial)
  const [method = 0, flags = 0] = data
  if (data.length < 2) return partial ? data.subarray(0, 0) : fail(cutOff())
  if (((method << 8) | flags) % 31 !== 0) throw wrong('incorrect header check')
  if ((method & 15) !== 8) throw wrong('unknown compression method')
  if (method >> 4 > 7) throw wrong('invalid window size')
  const asks = (flags & 32) !== 0
  if (asks && dictionary === undefined) throw zlibError('Z_NEED_DICT', 'Missing dictionary')
  if (asks && dictionary !== undefined && find(data.subarray(2, 6), words(false, adler32(dictionary)), 0) !== 0)
    throw zlibError('Z_NEED_DICT', 'Bad dictionary')
  const body = data.subarray(asks ? 6 : 2)
  const made = inflated(body, asks ? dictionary : undefined, partial)
  const end = words(false, adler32(made))
  if (!partial && find(body, end, 0) < 0) throw uncheckedError(body, made, end, dictionary)
  return made
}

/** Numbers of four bytes each, one after the other. */
function words(little: boolean, ...numbers: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length))
  numbers.forEach((number, at) => view.setUint32(4 * at, number, little))
  return new Uint8Array(view.buffer)
}

/** The index of some bytes in others, or -1. */
function find(data: Uint8Array, wanted: Uint8Array, from: number): number {
  for (let at = data.indexOf(wanted[0] ?? 0, from); at >= 0; at = data.indexOf(wanted[0] ?? 0, at + 1))
    if (wanted.every((byte, offset) => data[at + offset] === byte)) return at
  return -1
}

function fail(error: Error): never {
  throw error
}

/** One member of gzip after the other; zeros after the last are padding. */
function members(data: Uint8Array, partial: boolean): Uint8Array {
  const made: Uint8Array[] = []
  let at = 0
  do {
    const start = headerEnd(data, at)
    if (start === undefined) {
      if (partial) break
      throw cutOff()
    }
    const part = inflated(data.subarray(start), undefined, partial)
    made.push(part)
    // The unpacker does not report where it stopped: the checksum and the length of its output follow there.
    const end = words(true, crc32(part), part.length)
    const found = find(data, end, start)
    if (found < 0) {
      if (partial) break
      throw uncheckedError(data.subarray(start), part, end)
    }
    at = found + 8
  } while (at < data.length && data[at] !== 0)
  return Buffer.concat(made)
}

/** Where the packed data of a member begins, past its header; nothing where the header is cut off. */
function headerEnd(data: Uint8Array, from: number): number | undefined {
  if (data.length < from + 2) return undefined // zlib takes the two bytes of the mark at once
  const [one, two, method, flags = 0] = data.subarray(from, from + 4)
  if (one !== 31 || two !== 139) throw wrong('incorrect header check')
  if (method !== undefined && method !== 8) throw wrong('unknown compression method')
  if (flags & 0xe0) throw wrong('unknown header flags set')
  let at = from + 10
  if (flags & 4) at += 2 + ((data[at] ?? 0) | ((data[at + 1] ?? 0) << 8))
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue
    const zero = data.indexOf(0, at)
    if (zero < 0) return undefined
    at = zero + 1
  }
  if (flags & 2) at += 2
  return at < data.length ? at : undefined
}

/** Why the end that was reckoned is not there: the data may stop before it, or the end is another one. */
function uncheckedError(data: Uint8Array, made: Uint8Array, end: Uint8Array, dictionary?: Uint8Array): Error {
  for (let length = 1; length < end.length; length++)
    if (end.subarray(0, length).every((byte, at) => data[data.length - length + at] === byte)) return cutOff()
  try {
    const before = inflated(data.subarray(0, Math.max(0, data.length - end.length)), dictionary, false)
    if (before.length !== made.length) return cutOff()
  } catch {
    return cutOff()
  }
  const hasSum = end.length > 4 && find(data, end.subarray(0, 4), 0) >= 0
  return wrong(hasSum ? 'incorrect length check' : 'incorrect data check')
}

function inflated(data: Uint8Array, dictionary: Uint8Array | undefined, partial: boolean): Uint8Array {
  try {
    if (!partial) return inflateSync(data, dictionary === undefined ? {} : { dictionary })
    const parts: Uint8Array[] = []
    const engine = new Inflate(dictionary === undefined ? {} : { dictionary }, (chunk) => parts.push(chunk))
    engine.push(data, false)
    return Buffer.concat(parts)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    if (/unexpected EOF/i.test(text)) throw cutOff()
    if (/block type/.test(text)) throw wrong('invalid block type')
    throw wrong(/distance/.test(text) ? 'invalid distance too far back' : 'invalid stored block lengths')
  }
}
