import { encodingOf, unknownEncoding } from './buffer-encodings.ts'
import { isBytes } from './buffer-base.ts'
import type { Buffer } from './buffer-base.ts'
import { invalidArgType } from './errors.ts'
import { bytesOf } from './host.ts'

const { indexOf, lastIndexOf } = Uint8Array.prototype

interface Found {
  readonly value: Uint8Array | number
  readonly step: number
}

function searched(value: unknown, encoding: unknown): Found {
  if (typeof value === 'number') return { value: Math.trunc(value) & 255, step: 1 }
  if (typeof value === 'string') {
    const name = encoding === undefined ? 'utf8' : encodingOf(encoding)
    if (name === undefined) throw unknownEncoding(encoding)
    return { value: bytesOf(value, name), step: name === 'utf16le' ? 2 : 1 }
  }
  if (isBytes(value)) return { value, step: encodingOf(encoding) === 'utf16le' ? 2 : 1 }
  throw invalidArgType('value', ['number', 'string', 'Buffer', 'Uint8Array'], value)
}

/**
 * The index of a number, string or bytes in a buffer, searching forward or backward from a position; -1 if not found.
 */
export function find(bytes: Buffer, sought: unknown, from: unknown, encodingGiven: unknown, forward: boolean): number {
  let offset = from
  let encoding = encodingGiven
  if (typeof offset === 'string') {
    encoding = offset
    offset = undefined
  } else if (Number(offset) > 0x7fffffff) offset = 0x7fffffff
  else if (Number(offset) < -0x80000000) offset = -0x80000000
  let at = Number(offset)
  if (Number.isNaN(at)) at = forward ? 0 : bytes.length
  at = Math.trunc(at)
  const { value, step } = searched(sought, encoding)
  const size = typeof value === 'number' ? 1 : value.length
  if (at < 0) {
    at += bytes.length
    if (at < 0) {
      if (!forward) return -1
      at = 0
    }
  }
  if (size === 0) return Math.min(at, bytes.length)
  if (forward) at = Math.min(at, bytes.length)
  else at = Math.min(at, bytes.length - size)
  if (typeof value === 'number')
    return forward ? indexOf.call(bytes, value, at) : at < 0 ? -1 : lastIndexOf.call(bytes, value, at)
  for (let here = at; forward ? here <= bytes.length - size : here >= 0; here += forward ? 1 : -1) {
    // The engine's search for the first byte is much faster than a loop.
    here = (forward ? indexOf : lastIndexOf).call(bytes, value[0] ?? 0, here)
    if (here < 0 || here > bytes.length - size) return -1
    if (step === 2 && here % 2 !== 0) continue
    let same = 1
    while (same < size && bytes[here + same] === value[same]) same++
    if (same === size) return here
  }
  return -1
}
