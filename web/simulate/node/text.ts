import { Buffer } from 'buffer/index.js'

/** Convert bytes to text. `encoding` is one of Node's names. The host does this for the VM because it is faster. */
export function textOf(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'utf8') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const buffer = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
  if (encoding !== 'base64url') return buffer.toString(encoding as 'hex')
  return buffer.toString('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Convert text to bytes. As in Node, both alphabets of Base64 are accepted, and other characters end hex digits. */
export function bytesOf(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf8') return new TextEncoder().encode(text)
  const digits = encoding === 'hex' ? /^(?:[0-9a-f]{2})*/i.exec(text)?.[0] : undefined
  return Buffer.from(digits ?? text, (encoding === 'base64url' ? 'base64' : encoding) as 'hex')
}
