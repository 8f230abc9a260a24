import { createHash } from 'node:crypto'
import { deflateSync, strToU8 } from 'fflate'
import { encodeBase64Url } from '../text/base64.ts'
import { dictionaryOf } from '../share/share-base.ts'

/** A share link with any document, like a link from an attacker. */
export function linkOf(document: Uint8Array | string, base = '1'): string {
  const bytes = typeof document === 'string' ? strToU8(document) : document
  const packed = deflateSync(bytes, { level: 6, dictionary: dictionaryOf(base) ?? new Uint8Array() })
  const check = createHash('sha256').update(bytes).digest().subarray(0, 4)
  const payload = new Uint8Array([...check, ...packed])
  return `v1.${base}.${encodeBase64Url(payload)}`
}
