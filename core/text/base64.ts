const standard = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const urlSafe = `${standard.slice(0, 62)}-_`

/** The value of each ASCII character in an alphabet; -1 for other characters. */
function valuesOf(alphabet: string): Int8Array {
  const values = new Int8Array(128).fill(-1)
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value
  return values
}

const standardValues = valuesOf(standard)
const urlSafeValues = valuesOf(urlSafe)

/**
 * Decodes strict base64url: only its alphabet, no whitespace, no nonzero unused bits. Trailing `=` is ignored (R10.2).
 * Undefined for other strings.
 */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  return decode(withoutPadding(text), urlSafeValues)
}

/** Decodes strict standard base64, as in PEM. Trailing `=` is ignored. Undefined for other strings. */
export function decodeBase64(text: string): Uint8Array | undefined {
  return decode(withoutPadding(text), standardValues)
}

/** Encodes unpadded base64url, the format of signatures (R10.2). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encode(bytes, urlSafe)
}

/** Encodes padded standard base64, the format of PEM. */
export function encodeBase64(bytes: Uint8Array): string {
  const text = encode(bytes, standard)
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '=') end--
  return text.slice(0, end)
}

function decode(digits: string, values: Int8Array): Uint8Array | undefined {
  if (digits.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (let index = 0; index < digits.length; index++) {
    const value = values[digits.charCodeAt(index)] ?? -1
    if (value < 0) return undefined
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes[at++] = (bits >> held) & 0xff
    }
  }
  // Unused bits must be zero. Otherwise, one signature could have two encodings.
  return (bits & ((1 << held) - 1)) === 0 ? bytes : undefined
}

function encode(bytes: Uint8Array, alphabet: string): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff
    held += 8
    while (held >= 6) {
      held -= 6
      text += alphabet[(bits >> held) & 63]
    }
  }
  return held > 0 ? text + alphabet[(bits << (6 - held)) & 63] : text
}
