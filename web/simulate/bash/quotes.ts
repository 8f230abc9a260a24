/**
 * bashkit parses the idiom `'it'\\''s'` incorrectly, so rewrite it as `'it'"'"'s'`, which has the same meaning.
 * Rewrites only text in single quotes; skips comments, double quotes and here-documents.
 */
export function rewriteQuotes(script: string): string {
  let text = ''
  let at = 0
  let delimiters: string[] = []
  const take = (length: number): void => {
    text += script.slice(at, at + length)
    at += length
  }
  while (at < script.length) {
    const char = script[at]
    if (char === '\\') take(2)
    else if (char === "'") {
      const end = endOf(script, "'", at + 1)
      take(end - at)
      while (script.startsWith("\\''", at)) {
        text += `"'"'`
        at += 3
        take(endOf(script, "'", at) - at)
      }
    } else if (char === '"') take(doubleQuoted(script, at) - at)
    else if (char === '#' && /(^|[\s;&|(])$/.test(script.slice(Math.max(0, at - 1), at))) take(lineEnd(script, at) - at)
    else if (char === '\n') {
      take(1)
      for (const delimiter of delimiters) take(hereEnd(script, at, delimiter) - at)
      delimiters = []
    } else {
      const here = script.startsWith('<<<', at) ? null : /^<<-?\s*(['"]?)([\w-]+)\1/.exec(script.slice(at, at + 80))
      if (here?.[2] !== undefined) delimiters.push(here[2])
      take(here?.[0].length ?? (script.startsWith('<<<', at) ? 3 : 1))
    }
  }
  return text
}

function endOf(script: string, mark: string, from: number): number {
  const found = script.indexOf(mark, from)
  return found === -1 ? script.length : found + 1
}

function doubleQuoted(script: string, from: number): number {
  let at = from + 1
  while (at < script.length && script[at] !== '"') at += script[at] === '\\' ? 2 : 1
  return Math.min(script.length, at + 1)
}

function lineEnd(script: string, from: number): number {
  const end = script.indexOf('\n', from)
  return end === -1 ? script.length : end
}

function hereEnd(script: string, from: number, delimiter: string): number {
  let at = from
  while (at < script.length) {
    const end = lineEnd(script, at)
    const line = script.slice(at, end).replace(/^\t+/, '')
    at = Math.min(script.length, end + 1)
    if (line === delimiter) return at
  }
  return script.length
}
