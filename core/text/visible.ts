/**
 * Characters that are invisible or change the display of others: controls, direction marks, zero-width characters,
 * fillers, tags, variation selectors and lone surrogates. Also U+FFFE and U+FFFF, which XML does not allow.
 */
const hidden =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A string on one line with invisible characters escaped, as `\n` or `\u202e`. */
export function visible(text: string): string {
  return text.replace(hidden, escaped)
}

/** Like `visible`, except that one character stays unchanged, for example line breaks in a string of several lines. */
export function visibleBut(kept: '\n' | '\t', text: string): string {
  return text.split(kept).map(visible).join(kept)
}

/** Like `visible` for several lines: line breaks stay, each after the mark `↵`. */
export function visibleLines(text: string): string {
  return visibleBut('\n', text).replaceAll('\n', '↵\n')
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return short[character] ?? (code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`)
}
