import { PyFloat, pyFloat } from './value.ts'

/** The number of decimal digits that a double represents exactly, except near the limits of its range. */
const exactDigits = 15
const smallestExact = 1e-290

/**
 * The float of a JSON number (R9.2). If a double would round the number, the float keeps the original text for output
 * (R14.1).
 */
export function floatFrom(literal: string): number | PyFloat {
  const value = Number(literal)
  const isShort = literal.length <= exactDigits && Number.isFinite(value) && Math.abs(value) > smallestExact
  return isShort || isSameDecimal(literal, floatRepr(value)) ? pyFloat(value) : new PyFloat(value, literal)
}

function isSameDecimal(a: string, b: string): boolean {
  const [left, right] = [decimal(a), decimal(b)]
  return left !== undefined && left === right
}

/**
 * The same text for equal decimal numbers: sign, digits without outer zeros, and the exponent of the last digit.
 * Undefined for any other string.
 */
function decimal(text: string): string | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  const short = withoutZerosAtEnd(digits)
  return short === ''
    ? `${sign}0`
    : `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`
}

function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** Python's `repr()` of a float: the shortest exact digits, with an exponent below 1e-4 and from 1e16. */
export function floatRepr(value: number): string {
  const text = floatDigits(value)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

/** Like `floatRepr`, but without the `.0` of an integral float, as Python writes the parts of a complex number. */
export function floatDigits(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf'
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  // JavaScript finds the same shortest digits, but its thresholds for exponents differ.
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const exponent = Number(power)
  const sign = value < 0 ? '-' : ''
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${size}`
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  if (digits.length <= exponent + 1) return sign + digits.padEnd(exponent + 1, '0')
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}
