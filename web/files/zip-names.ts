import { crc32 } from './bytes.ts'

/** The fields of a central directory row that determine its file name. */
export interface NamedRow {
  readonly bytes: Uint8Array
  readonly isUtf8: boolean
  /** The extra fields of the row. */
  readonly extra: Uint8Array
  /** The host system of the row: 3 is Unix, 19 is macOS. */
  readonly host: number
}

/**
 * The name of a file in a zip, with `/` between folders. Sources in this order: a valid 0x7075 field for this name, the
 * UTF-8 flag, valid UTF-8 without the flag (as in libarchive), the DOS code page.
 */
export function zipName(row: NamedRow): string {
  const name =
    unicodeField(row) ?? (row.isUtf8 ? new TextDecoder().decode(row.bytes) : (utf8(row.bytes) ?? dos(row.bytes)))
  return usesBackslashes(row, name) ? name.replaceAll('\\', '/') : name
}

const [unix, macOs] = [3, 19]

/**
 * Whether backslashes separate folders. On Unix, they are ordinary characters. A name with a drive or server does not
 * change and is refused later.
 */
function usesBackslashes({ host }: NamedRow, name: string): boolean {
  return host !== unix && host !== macOs && !/^(?:[A-Za-z]:|[\\/]{2})/.test(name)
}

function unicodeField({ bytes, extra }: NamedRow): string | undefined {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.length)
  for (let at = 0; at + 4 <= extra.length;) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    const end = at + 4 + length
    // The field has version 1 and the checksum of the plain name. It is stale after a rename by a program that ignores
    // the field.
    if (kind === 0x7075 && length > 5 && end <= extra.length && extra[at + 4] === 1)
      return view.getUint32(at + 5, true) === crc32(bytes) ? utf8(extra.subarray(at + 9, end)) : undefined
    at = end
  }
  return undefined
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The characters of code page 437, starting at byte 128. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ '

function dos(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : upperHalf.charAt(byte - 128))).join('')
}
