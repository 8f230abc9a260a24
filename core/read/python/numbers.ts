import { PyComplex, PyFloat, pyFloat, pyInt } from '../value/value.ts'
import { SyntaxFault } from './fault.ts'
import { characterClass } from './tokens.ts'

/** Maximum number of digits in a Python decimal integer (`sys.get_int_max_str_digits`). */
const maxDigits = 4300

type Digits = (code: number) => boolean

const isDecimal: Digits = (code) => code >= 48 && code <= 57
const isOctal: Digits = (code) => code >= 48 && code <= 55
const isBinary: Digits = (code) => code === 48 || code === 49
const isHex: Digits = (code) => isDecimal(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70)

/**
 * The end of the number literal at `start`. Throws a `SyntaxFault` for a literal that Python rejects, such as `012`.
 */
export function numberEnd(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === 48) {
    switch (text.charCodeAt(start + 1) | 32) {
      case 120:
        return prefixedEnd(text, start, isHex, 'hexadecimal')
      case 111:
        return prefixedEnd(text, start, isOctal, 'octal')
      case 98:
        return prefixedEnd(text, start, isBinary, 'binary')
    }
  }
  let at = first === 46 ? start : digitsEnd(text, start, isDecimal, 'decimal')
  const wholeEnd = at
  if (text.charCodeAt(at) === 46) {
    at++
    if (isDecimal(text.charCodeAt(at))) at = digitsEnd(text, at, isDecimal, 'decimal')
  }
  if ((text.charCodeAt(at) | 32) === 101) {
    const sign = text.charCodeAt(at + 1)
    const signed = sign === 43 || sign === 45
    const digit = at + (signed ? 2 : 1)
    if (isDecimal(text.charCodeAt(digit))) at = digitsEnd(text, digit, isDecimal, 'decimal')
    else if (signed) throw new SyntaxFault('invalid decimal literal', start, digit)
  }
  if ((text.charCodeAt(at) | 32) === 106) return checkEnd(text, start, at + 1, 'imaginary')
  if (at === wholeEnd) checkInteger(text, start, at)
  return checkEnd(text, start, at, 'decimal')
}

function prefixedEnd(text: string, start: number, isDigit: Digits, kind: string): number {
  const from = text.charCodeAt(start + 2) === 95 ? start + 3 : start + 2
  if (!isDigit(text.charCodeAt(from))) throw new SyntaxFault(`invalid ${kind} literal`, start, from)
  const end = digitsEnd(text, from, isDigit, kind)
  if (isDecimal(text.charCodeAt(end))) throw new SyntaxFault(`invalid digit in ${kind} literal`, start, end + 1)
  // Python can read such an integer but not write it, and computing its digits would take too long.
  if (end - from > maxDigits) throw new SyntaxFault(`integer of more than ${maxDigits} digits`, start, end)
  return checkEnd(text, start, end, kind)
}

/**
 * The end of digits, with single underscores allowed between digits. Throws a `SyntaxFault` for any other underscore.
 */
function digitsEnd(text: string, start: number, isDigit: Digits, kind: string): number {
  let at = start
  for (;;) {
    while (isDigit(text.charCodeAt(at))) at++
    if (text.charCodeAt(at) !== 95) return at
    if (!isDigit(text.charCodeAt(at + 1))) throw new SyntaxFault(`invalid ${kind} literal`, start, at + 1)
    at++
  }
}

function checkInteger(text: string, start: number, end: number): void {
  if (text.charCodeAt(start) === 48) {
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code !== 48 && code !== 95) throw new SyntaxFault('leading zeros in a decimal integer', start, end)
    }
    return
  }
  if (end - start <= maxDigits) return
  const digits = text.slice(start, end).replaceAll('_', '').length
  if (digits > maxDigits) throw new SyntaxFault(`integer of more than ${maxDigits} digits`, start, end)
}

/** A keyword can follow a number without a space (`1if x else y`), but no other letter can. */
const keywordAfterNumber = /and|else|for|i[fns]|or|not/y

function checkEnd(text: string, start: number, end: number, kind: string): number {
  const code = text.charCodeAt(end)
  if (code < 128 && (characterClass[code] ?? 0) !== 0) {
    keywordAfterNumber.lastIndex = end
    if (!keywordAfterNumber.test(text)) throw new SyntaxFault(`invalid ${kind} literal`, start, end + 1)
  }
  return end
}

/** The value of a number literal that `numberEnd` has measured. */
export function numberValue(text: string, start: number, end: number): number | bigint | PyFloat | PyComplex {
  const source = text.slice(start, end)
  const spelled = source.includes('_') ? source.replaceAll('_', '') : source
  const last = spelled.charCodeAt(spelled.length - 1) | 32
  const base = spelled.charCodeAt(1) | 32
  if (spelled.charCodeAt(0) === 48 && (base === 120 || base === 111 || base === 98)) return pyInt(BigInt(spelled))
  if (last === 106) return new PyComplex(0, Number(spelled.slice(0, -1)))
  if (/[.eE]/.test(spelled)) return pyFloat(Number(spelled))
  return spelled.length < 16 ? Number(spelled) : pyInt(BigInt(spelled))
}
