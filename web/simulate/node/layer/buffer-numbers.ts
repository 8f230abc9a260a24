import type { Buffer } from './buffer-base.ts'
import { coded, invalidArgType, outOfRange } from './errors.ts'

function boundsError(value: unknown, length: number, name = 'offset'): Error {
  if (typeof value === 'number' && Math.floor(value) !== value) return outOfRange(name, 'an integer', value)
  if (length < 0) return coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds')
  return outOfRange(name, `>= ${name === 'offset' ? 0 : 1} and <= ${length}`, value)
}

function checkOffset(offset: unknown, length: number, size: number): asserts offset is number {
  if (typeof offset !== 'number') throw invalidArgType('offset', 'number', offset)
  if (!(Number.isInteger(offset) && offset >= 0 && offset + size <= length)) throw boundsError(offset, length - size)
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

type Define = (name: string, value: unknown) => void

/**
 * Define the methods for integers of 8, 16, 32 and 64 bits and for floats. `DataView` has the same methods with other
 * names.
 */
export function defineNumbers(define: Define): void {
  for (const [type, size] of [
    ['Uint8', 1],
    ['Int8', 1],
    ['Uint16', 2],
    ['Int16', 2],
    ['Uint32', 4],
    ['Int32', 4],
    ['Float32', 4],
    ['Float64', 8],
    ['BigUint64', 8],
    ['BigInt64', 8],
  ] as const) {
    for (const little of size === 1 ? [undefined] : [true, false]) {
      const name = type.replace('Float32', 'Float').replace('Float64', 'Double').replace('Uint', 'UInt')
      const end = little === undefined ? '' : little ? 'LE' : 'BE'
      const whole = !type.startsWith('Float') && !type.startsWith('Big')
      const bits = size * 8
      const signed = type.startsWith('Int') || type === 'BigInt64'
      const read = function (this: Buffer, offset: unknown = 0): number | bigint {
        checkOffset(offset, this.length, size)
        return view(this)[`get${type}`](offset, little)
      }
      const write = function (this: Buffer, given: unknown, offset: unknown = 0): number {
        if (type.startsWith('Big')) checkBig(given as bigint, signed)
        const value = type.startsWith('Big') ? given : numberOf(given)
        if (whole)
          checkRange(value as number, signed ? -(2 ** (bits - 1)) : 0, signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1)
        checkOffset(offset, this.length, size)
        const target = view(this)
        ;(target[`set${type}`] as (at: number, value: unknown, little?: boolean) => void).call(
          target,
          offset,
          value,
          little,
        )
        return offset + size
      }
      for (const spelled of name.includes('UInt') ? [name, name.replace('UInt', 'Uint')] : [name]) {
        define(`read${spelled}${end}`, named(read, `read${name}${end}`))
        define(`write${spelled}${end}`, named(write, `write${name}${end}`))
      }
    }
  }
}

function named(call: object, name: string): object {
  return Object.defineProperty(call, 'name', { value: name, configurable: true })
}

/** Convert the argument of a write method to a number. Throws for a BigInt. */
function numberOf(given: unknown): number {
  if (typeof given === 'bigint') throw new TypeError('Cannot convert a BigInt value to a number')
  return Number(given)
}

function checkRange(value: number, min: number, max: number): void {
  if (value > max || value < min) throw outOfRange('value', `>= ${min} and <= ${max}`, value)
}

function checkBig(value: bigint, signed: boolean): void {
  const min = signed ? -(2n ** 63n) : 0n
  const max = signed ? 2n ** 63n - 1n : 2n ** 64n - 1n
  if (value > max || value < min)
    throw outOfRange('value', signed ? '>= -(2n ** 63n) and < 2n ** 63n' : '>= 0n and < 2n ** 64n', value)
  if (typeof value !== 'bigint') throw new TypeError('Cannot mix BigInt and other types, use explicit conversions')
}
