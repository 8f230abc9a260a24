/** The text with a space in place of every character except line breaks. */
export const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** A shell script in the forms that the patterns search, each with the same length and lines as the text. */
interface ShellCode {
  /** Commands and expansions. Single-quoted text, comments and bodies of here-documents are blank. */
  readonly code: string
  /** Bodies of here-documents that the shell expands. */
  readonly expanded: string
}

const hereDocument = /<<(-?)[ \t]*(\\?)(['"]?)([\w.-]+)\3/y

/** Splits a script. Quotes within expansions work as in bash in simple cases. */
export function readShellCode(script: string): ShellCode {
  let code = ''
  let expanded = ''
  let at = 0
  const waiting: { readonly word: string; readonly quoted: boolean; readonly tabs: boolean }[] = []
  const keep = (end: number): void => {
    code += script.slice(at, end)
    expanded += blank(script.slice(at, end))
    at = end
  }
  const hide = (end: number): void => {
    const empty = blank(script.slice(at, end))
    code += empty
    expanded += empty
    at = end
  }
  while (at < script.length) {
    hereDocument.lastIndex = at
    const here = hereDocument.exec(script)
    const next = script[at] ?? ''
    if (script.startsWith('<<<', at)) keep(at + 3)
    else if (here) {
      const [whole, tabs, escaped, quote, word = ''] = here
      waiting.push({ word, quoted: escaped !== '' || quote !== '', tabs: tabs !== '' })
      keep(at + whole.length)
    } else if (next === '\\') keep(Math.min(script.length, at + 2))
    else if (next === "'") hide(after(script, "'", at + 1))
    else if (next === '"') keep(doubleQuoted(script, at))
    else if (next === '#' && (at === 0 || /[\s;&|(]/.test(script[at - 1] ?? ''))) hide(lineEnd(script, at))
    else if (next === '\n') {
      keep(at + 1)
      for (const { word, quoted, tabs } of waiting.splice(0)) {
        const end = bodyEnd(script, at, word, tabs)
        code += blank(script.slice(at, end))
        expanded += quoted ? blank(script.slice(at, end)) : script.slice(at, end)
        at = end
      }
    } else keep(at + 1)
  }
  return { code, expanded }
}

function after(script: string, mark: string, from: number): number {
  const found = script.indexOf(mark, from)
  return found < 0 ? script.length : found + 1
}

function doubleQuoted(script: string, from: number): number {
  let at = from + 1
  while (at < script.length && script[at] !== '"') at += script[at] === '\\' ? 2 : 1
  return Math.min(script.length, at + 1)
}

function lineEnd(script: string, from: number): number {
  const end = script.indexOf('\n', from)
  return end < 0 ? script.length : end
}

function bodyEnd(script: string, from: number, word: string, tabs: boolean): number {
  let at = from
  while (at < script.length) {
    const end = lineEnd(script, at)
    const line = script.slice(at, end)
    at = Math.min(script.length, end + 1)
    if ((tabs ? line.replace(/^\t+/, '') : line) === word) return at
  }
  return script.length
}
