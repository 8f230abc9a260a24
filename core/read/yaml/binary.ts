import { PyBytes } from '../value/value.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sixBits = new Map(Array.from(alphabet, (char, index) => [char, index]))

/**
 * Decodes base64 like Python's lenient decoder, which skips characters outside the alphabet; undefined if Python raises
 * an error.
 */
export function yamlBinary(text: string): PyBytes | undefined {
  if (/[^\0-\x7f]/.test(text)) return undefined
  const bytes: number[] = []
  let place = 0
  let pads = 0
  let rest = 0
  for (const char of text) {
    // Enough padding ends the data, and the rest is ignored.
    if (char === '=' && place >= 2 && place + ++pads >= 4) return new PyBytes(Uint8Array.from(bytes))
    const bits = sixBits.get(char)
    if (bits === undefined) continue
    pads = 0
    if (place > 0) bytes.push(((rest << (2 * place)) | (bits >> (6 - 2 * place))) & 0xff)
    rest = bits
    place = (place + 1) % 4
  }
  return place === 0 ? new PyBytes(Uint8Array.from(bytes)) : undefined
}
