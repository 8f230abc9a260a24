import { PyFloat, pyFloat, pyInt } from '../value/value.ts'

// The maximum number of digits. Python rejects longer decimal numbers, and longer numbers in other bases could block
// the page.
const mostDigits = 4300

/**
 * Python's `int(text, base)`: with outer spaces, a sign, a prefix and single underscores; undefined if Python raises an
 * error.
 */
function intText(text: string, base: 2 | 8 | 10 | 16): bigint | undefined {
  const prefix = { 2: '(?:0[bB]_?)?', 8: '(?:0[oO]_?)?', 10: '', 16: '(?:0[xX]_?)?' }[base]
  const digit = { 2: '[01]', 8: '[0-7]', 10: '[0-9]', 16: '[0-9a-fA-F]' }[base]
  const match = new RegExp(`^([-+]?)${prefix}(${digit}+(?:_${digit}+)*)$`).exec(text.trim())
  const digits = match?.[2]?.replaceAll('_', '')
  if (digits === undefined || digits.length > mostDigits) return undefined
  const value = BigInt({ 2: '0b', 8: '0o', 10: '', 16: '0x' }[base] + digits)
  return match?.[1] === '-' ? -value : value
}

/** A YAML 1.1 integer: binary, octal, decimal, hexadecimal or sexagesimal; undefined if PyYAML raises an error. */
export function yamlInt(text: string): number | bigint | undefined {
  const { sign, rest } = unsigned(text.replaceAll('_', ''))
  const value = magnitude(rest)
  return value === undefined ? undefined : pyInt(sign === '-' ? -value : value)
}

function magnitude(text: string): bigint | undefined {
  if (text === '') return undefined
  if (text.startsWith('0b')) return intText(text.slice(2), 2)
  if (text.startsWith('0x')) return intText(text.slice(2), 16)
  if (text.startsWith('0') && text !== '0') return intText(text, 8)
  let value = 0n
  for (const part of text.split(':')) {
    const digits = intText(part, 10)
    if (digits === undefined) return undefined
    value = value * 60n + digits
    if (value > mostSexagesimal) return undefined
  }
  return value
}

const mostSexagesimal = 10n ** BigInt(mostDigits)

function unsigned(text: string): { readonly sign: '' | '+' | '-'; readonly rest: string } {
  const first = text.charAt(0)
  return first === '-' || first === '+' ? { sign: first, rest: text.slice(1) } : { sign: '', rest: text }
}

/** A YAML 1.1 float, possibly sexagesimal; undefined if PyYAML raises an error. */
export function yamlFloat(text: string): number | PyFloat | undefined {
  const { sign, rest } = unsigned(text.replaceAll('_', '').toLowerCase())
  const value = floatMagnitude(rest)
  return value === undefined ? undefined : pyFloat(sign === '-' ? -value : value)
}

function floatMagnitude(text: string): number | undefined {
  if (text === '.inf') return Infinity
  if (text === '.nan') return NaN
  if (!text.includes(':')) return floatText(text)
  const parts = text.split(':').map(floatText)
  // Sums from the right, because rounding depends on the order.
  let value = 0
  let base = 1
  for (const part of parts.reverse()) {
    if (part === undefined) return undefined
    value += part * base
    base *= 60
  }
  return value
}

const floatForm = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/

/** Python's `float(text)` of a lower-case string; undefined if Python raises an error. */
function floatText(text: string): number | undefined {
  const bare = text.trim()
  if (floatForm.test(bare)) return Number(bare)
  const word = /^([-+]?)(?:(inf(?:inity)?)|nan)$/.exec(bare)
  if (!word) return undefined
  return word[2] === undefined ? NaN : word[1] === '-' ? -Infinity : Infinity
}
