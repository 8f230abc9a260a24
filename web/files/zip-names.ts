import { crc32 } from './bytes.ts'

/** What a row of a zip's table says about the name of its file. */
export interface NamedRow {
  readonly bytes: Uint8Array
  readonly isUtf8: boolean
  /** The extra fields of the row. */
  readonly extra: Uint8Array
  /** The system that the row was made for: 3 is Unix, 19 is macOS. */
  readonly host: number
}

/**
 * The name of a file in a zip, with `/` between its folders. The field 0x7075 counts where it belongs to this name, as the format says; then the
 * flag for UTF-8, then what is UTF-8 without saying so (as libarchive does), and last the code page of DOS.
 */
export function zipName(row: NamedRow): string {
  const name =
    unicodeField(row) ?? (row.isUtf8 ? new TextDecoder().decode(row.bytes) : (utf8(row.bytes) ?? dos(row.bytes)))
  return usesBackslashes(row, name) ? name.replaceAll('\\', '/') : name
}

const [unix, macOs] = [3, 19]

/** On Unix it is a letter. A name that begins at a drive or a server stays as it is: such a path is refused later, by this name. */
function usesBackslashes({ host }: NamedRow, name: string): boolean {
  return host !== unix && host !== macOs && !/^(?:[A-Za-z]:|[\\/]{2})/.test(name)
}

function unicodeField({ bytes, extra }: NamedRow): string | undefined {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.length)
  for (let at = 0; at + 4 <= extra.length;) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    const end = at + 4 + length
    // Version 1 and the sum of the plain name: a program that renames the file without knowing the field leaves it stale.
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

/** Code page 437 from 128 on. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ '

function dos(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : upperHalf.charAt(byte - 128))).join('')
}
