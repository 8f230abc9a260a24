const blank = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const leading = new RegExp(`^[${blank}]+`)

/** Python's `str.strip()`, whose whitespace characters differ from JavaScript's. */
export function pyStrip(text: string): string {
  return text.slice(leadingBlanks(text), text.length - trailingBlanks(text))
}

/** The number of leading characters that `str.strip()` removes. */
export function leadingBlanks(text: string): number {
  return leading.exec(text)?.[0].length ?? 0
}

const isBlank = new RegExp(`[${blank}]`)

function trailingBlanks(text: string): number {
  const start = leadingBlanks(text)
  let end = text.length
  while (end > start && isBlank.test(text[end - 1]!)) end--
  return text.length - end
}
