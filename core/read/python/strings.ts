import { SyntaxFault } from './fault.ts'
import type { CharacterFinder } from './character-part.ts'

/** A bit for `r`: backslashes in the string literal are ordinary characters. */
export const RAW = 1
/** A bit for `b`: the literal is bytes. */
export const BYTES = 2
/** A bit for `f`: the literal has fields, so metadata does not accept it as a literal (R2.1). */
export const FORMAT = 4
/** A bit for `t` (PEP 750): the literal has fields, is not text, and cannot be joined with other kinds of strings. */
export const TEMPLATE = 8

/** The prefix bits of the one or two letters before a quote; -1 if they are not a Python prefix. */
export function prefixBits(text: string, start: number, end: number): number {
  let bits = 0
  for (let at = start; at < end; at++) {
    switch (text.charCodeAt(at) | 32) {
      case 114: // r
        if (bits & RAW) return -1
        bits |= RAW
        break
      case 98: // b
        if (bits & (BYTES | FORMAT)) return -1
        bits |= BYTES
        break
      case 102: // f
        if (bits & (BYTES | FORMAT)) return -1
        bits |= FORMAT
        break
      case 116: // t
        if (bits & (BYTES | FORMAT)) return -1
        bits |= FORMAT | TEMPLATE
        break
      case 117: // `u` allows no second prefix
        return end - start === 1 ? 0 : -1
      default:
        return -1
    }
  }
  return bits
}

/** Whether three equal quotes are at an offset. */
export function isTriple(text: string, at: number, quote: number): boolean {
  return text.charCodeAt(at) === quote && text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote
}

/** The end of a string's content after an opening `quote`. Throws a `SyntaxFault` for an unclosed string. */
export function contentEnd(text: string, start: number, quote: number, triple: boolean, opened: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 92) at++
    else if (code === quote) {
      if (!triple || isTriple(text, at, quote)) return at
    } else if (code === 10 && !triple) throw new SyntaxFault('unterminated string', opened, at)
  }
  throw new SyntaxFault(triple ? 'unterminated triple-quoted string' : 'unterminated string', opened, text.length)
}

const isOctal = (code: number): boolean => code >= 48 && code <= 55
const hexDigits = (code: number): number => (code === 120 ? 2 : code === 117 ? 4 : 8)
const isHexText = /^[0-9a-fA-F]+$/
const namePattern = /N\{([A-Za-z0-9 -]+)\}/y

/**
 * The code point of the `\x`, `\u` or `\U` escape whose letter is at `at`. Throws a `SyntaxFault` if digits are
 * missing.
 */
function escapedCode(content: string, at: number, offset: number): number {
  const letter = content.charCodeAt(at)
  const digits = content.slice(at + 1, at + 1 + hexDigits(letter))
  const code = digits.length === hexDigits(letter) && isHexText.test(digits) ? parseInt(digits, 16) : -1
  if (code < 0 || code > 0x10ffff) malformed(content, at, offset)
  return code
}

/**
 * The character of the `\N{...}` escape whose letter is at `at`, and the end of the escape. Throws a `SyntaxFault` for
 * an unknown name.
 */
function escapedName(
  content: string,
  at: number,
  offset: number,
  characters: CharacterFinder,
): { readonly character: string; readonly end: number } {
  namePattern.lastIndex = at
  const name = namePattern.exec(content)?.[1] ?? malformed(content, at, offset)
  const end = at + name.length + 3
  const character = characters.find(name)
  if (character === undefined)
    throw new SyntaxFault(`unknown Unicode character name ${name}`, offset + at - 1, offset + end)
  return { character, end }
}

function malformed(content: string, at: number, offset: number): never {
  throw new SyntaxFault(`malformed \\${content.charAt(at)} escape`, offset + at - 1, offset + at + 1)
}

/**
 * Throws a `SyntaxFault` for an escape that Python rejects, in content that is not raw. `offset` is the start of the
 * content.
 */
export function checkEscapes(content: string, offset: number, bytes: boolean, characters: CharacterFinder): void {
  for (let at = content.indexOf('\\'); at !== -1 && at + 1 < content.length; at = content.indexOf('\\', at)) {
    at++
    const letter = content.charCodeAt(at)
    // In bytes, only \x is special.
    if (letter === 120 || (!bytes && (letter === 117 || letter === 85))) escapedCode(content, at, offset)
    else if (letter === 78 && !bytes) escapedName(content, at, offset, characters)
    at++
  }
}

/** Throws a `SyntaxFault` for a character that a bytes literal cannot contain. */
export function checkAscii(text: string, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    if (text.charCodeAt(at) > 127) throw new SyntaxFault('bytes can contain only ASCII characters', at, at + 1)
  }
}

const simple = new Map([
  [10, ''],
  [92, '\\'],
  [39, "'"],
  [34, '"'],
  [97, '\x07'],
  [98, '\b'],
  [102, '\f'],
  [110, '\n'],
  [114, '\r'],
  [116, '\t'],
  [118, '\v'],
])

/**
 * The text of a literal's content. Named characters are omitted until the table of names has loaded. In a bytes
 * literal, each character is one byte. An unknown escape stays unchanged. A malformed escape is a syntax error.
 */
export function decode(content: string, offset: number, bytes: boolean, characters: CharacterFinder): string {
  let decoded = ''
  let copied = 0
  for (let slash = content.indexOf('\\'); slash !== -1; slash = content.indexOf('\\', copied)) {
    const at = slash + 1
    const letter = content.charCodeAt(at)
    let end = at + 1
    let meant = simple.get(letter)
    if (meant === undefined && isOctal(letter)) {
      while (end < at + 3 && isOctal(content.charCodeAt(end))) end++
      const code = parseInt(content.slice(at, end), 8)
      meant = String.fromCharCode(bytes ? code & 255 : code)
    } else if (letter === 120 || (!bytes && (letter === 117 || letter === 85))) {
      meant = String.fromCodePoint(escapedCode(content, at, offset))
      end = at + 1 + hexDigits(letter)
    } else if (letter === 78 && !bytes) {
      const named = escapedName(content, at, offset, characters)
      meant = named.character
      end = named.end
    }
    decoded += content.slice(copied, slash) + (meant ?? content.slice(slash, end))
    copied = end
  }
  return decoded + content.slice(copied)
}
