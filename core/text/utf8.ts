/**
 * Decodes strict UTF-8, as Python does. Undefined for invalid bytes, including overlong forms, surrogates and values
 * beyond U+10FFFF.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const parts: string[] = []
  let units: number[] = []
  let at = 0
  while (at < bytes.length) {
    const first = bytes[at++]!
    let code = first
    if (first >= 0x80) {
      const extra = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1
      if (first < 0xc2 || first > 0xf4 || at + extra > bytes.length) return undefined
      code = first & (0x3f >> extra)
      for (let i = 0; i < extra; i++) {
        const next = bytes[at++]!
        if ((next & 0xc0) !== 0x80) return undefined
        code = (code << 6) | (next & 0x3f)
      }
      const least = extra === 3 ? 0x10000 : extra === 2 ? 0x800 : 0x80
      if (code < least || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
    }
    if (code > 0xffff) units.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff))
    else units.push(code)
    if (units.length >= 8192) {
      parts.push(String.fromCharCode(...units))
      units = []
    }
  }
  parts.push(String.fromCharCode(...units))
  return parts.join('')
}
