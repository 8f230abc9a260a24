/** The last lines of a string within `most` characters, or the end of a longer line. */
export function lastLines(text: string, most: number): string {
  if (text.length <= most) return text
  const begin = text.indexOf('\n', text.length - most - 1) + 1
  return text.slice(begin > 0 && begin < text.length ? begin : text.length - most)
}

/**
 * The first and last lines of a long string, each within half of `most` characters, and the number of omitted
 * characters.
 */
export function endsOf(
  text: string,
  most: number,
): { readonly head: string; readonly left: number; readonly tail: string } {
  if (text.length <= most) return { head: text, left: 0, tail: '' }
  const half = Math.floor(most / 2)
  const end = text.lastIndexOf('\n', half - 1) + 1
  const head = text.slice(0, end > 0 ? end : half)
  const tail = lastLines(text, half)
  return { head, left: text.length - head.length - tail.length, tail }
}
