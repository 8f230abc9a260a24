/** Convert bytes to text. `encoding` is one of Node's names. The host does this for the VM because it is faster. */
export function textOf(bytes: Uint8Array, encoding: string): string {
  switch (encoding) {
    case 'utf16le':
      return fromUnits(new Uint16Array(bytes.slice(0, bytes.length & ~1).buffer))
    case 'latin1':
      return fromUnits(bytes)
    case 'ascii':
      return fromUnits(bytes.map((byte) => byte & 127))
    case 'hex':
      return hexOf(bytes)
    case 'base64':
      return btoa(fromUnits(bytes))
    case 'base64url':
      return btoa(fromUnits(bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    default:
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
}

export function bytesOf(text: string, encoding: string): Uint8Array {
  switch (encoding) {
    case 'utf16le': {
      const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
      return new Uint8Array(units.buffer)
    }
    case 'latin1':
    case 'ascii':
      return Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    case 'hex': {
      const pairs = /^(?:[0-9a-f]{2})*/i.exec(text)?.[0] ?? ''
      return Uint8Array.from({ length: pairs.length / 2 }, (_, at) =>
        Number.parseInt(pairs.slice(at * 2, at * 2 + 2), 16),
      )
    }
    case 'base64':
    case 'base64url':
      return fromBase64(text)
    default:
      return new TextEncoder().encode(text)
  }
}

const chunk = 0x2000

/** Convert each code unit unchanged, because a decoder would replace lone surrogates. */
function fromUnits(units: Uint16Array | Uint8Array): string {
  let text = ''
  for (let at = 0; at < units.length; at += chunk) text += String.fromCharCode(...units.subarray(at, at + chunk))
  return text
}

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += hexDigits[byte]
  return text
}

/** Decode Base64 like Node: accept both alphabets, stop at the first padding, and ignore other characters. */
function fromBase64(text: string): Uint8Array {
  const digits = text
    .replace(/=[^]*$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '')
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits
  const decoded = atob(whole)
  return Uint8Array.from({ length: decoded.length }, (_, at) => decoded.charCodeAt(at))
}
