/** Whether a character is a YAML 1.1 line break: `\n`, `\r`, NEL, LINE SEPARATOR or PARAGRAPH SEPARATOR. */
export function isBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029
}

/** Whether a character is a line break or the end of the text, which the cursor marks with a NUL. */
export function endsLine(code: number): boolean {
  return code === 0 || isBreak(code)
}

/** Whether a character can follow an indicator: a space, a tab, a line break or the end. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 9 || endsLine(code)
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Whether a character can be part of an anchor name, a tag handle or a directive name. */
export function isWord(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 45 || code === 95
}

// Surrogates need a second check: a pair is valid, a lone surrogate is not.
const suspicious = /[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd]/
const unprintable = /[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** The offset of the first character that YAML does not allow; -1 if there is none. */
export function findUnprintable(text: string): number {
  return suspicious.test(text) ? text.search(unprintable) : -1
}
