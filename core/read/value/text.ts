import { dateRepr } from './date.ts'
import { floatDigits, floatRepr } from './float.ts'
import { PyBytes, PyComplex, PyDate, PyEllipsis, PyFloat, PySet, PyTuple, isDict, isList, type Value } from './value.ts'

/** Python's `str()`: text stays unchanged, dates contain a space, and other values are as in `pyRepr` (R9.4, R6.4). */
export function pyStr(value: Value): string {
  if (typeof value === 'string') return value
  if (value instanceof PyDate) return value.iso.replace('T', ' ')
  return pyRepr(value)
}

/** Python's `repr()`, which `str()` uses for items of containers (R9.4). A set keeps its order. */
export function pyRepr(value: Value): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) ? String(BigInt(value)) : floatRepr(value)
  if (typeof value === 'string') return textRepr(value)
  if (value instanceof PyFloat) return floatRepr(value.value)
  if (value instanceof PyTuple) return `(${value.items.map(pyRepr).join(', ')}${value.items.length === 1 ? ',' : ''})`
  if (value instanceof PySet) return value.items.length === 0 ? 'set()' : `{${value.items.map(pyRepr).join(', ')}}`
  if (value instanceof PyBytes) return bytesRepr(value.bytes)
  if (value instanceof PyComplex) return complexRepr(value)
  if (value instanceof PyEllipsis) return 'Ellipsis'
  if (value instanceof PyDate) return dateRepr(value)
  if (isList(value)) return `[${value.map(pyRepr).join(', ')}]`
  if (isDict(value)) return `{${[...value].map(([key, item]) => `${pyRepr(key)}: ${pyRepr(item)}`).join(', ')}}`
  return value satisfies never
}

const named: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

// Characters for which `str.isprintable` is false: controls, formats, unassigned characters, lone surrogates, and
// spaces except U+0020.
const unprintable = /[\p{C}\p{Z}\\'"]/gu

function textRepr(text: string): string {
  const quote = quoteFor(text)
  const inner = text.replace(unprintable, (char) => {
    if (char === ' ') return char
    if (char === '"' || char === "'") return char === quote ? `\\${char}` : char
    return named[char] ?? escaped(char.codePointAt(0) ?? 0)
  })
  return quote + inner + quote
}

/** The quote that Python uses: a single quote, unless a double quote avoids an escape. */
function quoteFor(text: string): string {
  return text.includes("'") && !text.includes('"') ? '"' : "'"
}

function escaped(code: number): string {
  const hex = code.toString(16)
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

function bytesRepr(bytes: Uint8Array): string {
  const chars = Array.from(bytes, (byte) => String.fromCharCode(byte))
  const quote = chars.includes("'") && !chars.includes('"') ? '"' : "'"
  const inner = chars.map((char) => {
    if (char === quote) return `\\${char}`
    return named[char] ?? (char >= ' ' && char <= '~' ? char : escaped(char.charCodeAt(0)))
  })
  return `b${quote}${inner.join('')}${quote}`
}

function complexRepr({ real, imag }: PyComplex): string {
  const imaginary = `${floatDigits(imag)}j`
  if (Object.is(real, 0)) return imaginary
  return `(${floatDigits(real)}${imaginary.startsWith('-') ? '' : '+'}${imaginary})`
}
