type Piece = { readonly kind: 'any' } | { readonly kind: 'one'; readonly fits: (character: string) => boolean }

/**
 * R16.6: whether a pattern with `*`, `?`, `[abc]`, `[a-c]` and `[!x]` matches a whole string. As in Python's
 * `fnmatchcase`, a `.` is not special, and an unclosed bracket is an ordinary character. Every pattern is fast, because
 * only the last `*` is retried.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const pieces = parseGlob([...pattern])
  const characters = [...text]
  let piece = 0
  let at = 0
  let star = -1
  let retry = 0
  while (at < characters.length) {
    const here = pieces[piece]
    if (here?.kind === 'one' && here.fits(characters[at]!)) {
      piece++
      at++
    } else if (here?.kind === 'any') {
      star = piece++
      retry = at
    } else if (star !== -1) {
      piece = star + 1
      at = ++retry
    } else return false
  }
  return pieces.slice(piece).every(({ kind }) => kind === 'any')
}

function parseGlob(pattern: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at]!
    const end = sign === '[' ? closing(pattern, at + 1) : -1
    if (sign === '*') pieces.push({ kind: 'any' })
    else if (sign === '?') pieces.push({ kind: 'one', fits: () => true })
    else if (end !== -1) {
      pieces.push({ kind: 'one', fits: classOf(pattern.slice(at + 1, end)) })
      at = end
    } else pieces.push({ kind: 'one', fits: (character) => character === sign })
  }
  return pieces
}

/** The index of the `]` that closes a class. A `]` at its start, also after `!`, is part of the class. */
function closing(pattern: readonly string[], from: number): number {
  const first = pattern[from] === '!' ? from + 1 : from
  return pattern.indexOf(']', first + 1)
}

function classOf(inner: readonly string[]): (character: string) => boolean {
  const negated = inner[0] === '!'
  const members = negated ? inner.slice(1) : inner
  const ranges: (readonly [number, number])[] = []
  for (let at = 0; at < members.length; at++) {
    const low = members[at]!.codePointAt(0)!
    const isRange = members[at + 1] === '-' && at + 2 < members.length
    ranges.push([low, isRange ? members[at + 2]!.codePointAt(0)! : low])
    if (isRange) at += 2
  }
  return (character) => {
    const code = character.codePointAt(0)!
    return ranges.some(([low, high]) => low <= code && code <= high) !== negated
  }
}
