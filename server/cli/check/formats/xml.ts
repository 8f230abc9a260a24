import { visible } from '#core/text'

/** Lines as the content of an XML element. */
export function content(lines: readonly string[]): string {
  return escaped(lines.join('\n'))
}

/** A string as the quoted value of an XML attribute. */
export function attribute(text: string): string {
  return `"${escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`
}

/**
 * A string escaped for XML 1.0. Escapes such as `\u0007` replace hidden characters, because XML does not allow most
 * control characters. Line breaks stay.
 */
function escaped(text: string): string {
  const lines = text.split('\n').map((line) => visible(line).replaceAll('\uFFFE', '').replaceAll('\uFFFF', ''))
  return lines.join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
