import type { LongWork } from './long-work.ts'

/** What is looked for in the texts of a draft. */
export interface Wanted {
  readonly text: string
  /** Whether capitals count. */
  readonly exact: boolean
  /** Whether it must stand as a word of its own. */
  readonly word: boolean
}

/** One place where it stands, with the line around it, cut where it is long. */
export interface SearchMatch {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly line: number
  readonly before: string
  readonly text: string
  readonly after: string
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[]
  /** Whether there are more than are listed (limit matches). */
  readonly more: boolean
}

export const searchLimits = {
  /** Places that are listed and replaced in one go. */
  matches: 2_000,
  /** Characters of a line that are shown on each side of what was found. */
  around: 80,
} as const

type Texts = Iterable<readonly [path: string, text: string]>

/** Look for a text in many files; between them the page goes on, and what was typed meanwhile ends it (`Stopped`). */
export async function searchTexts(texts: Texts, wanted: Wanted, work: LongWork): Promise<SearchResult> {
  const matches: SearchMatch[] = []
  if (wanted.text === '') return { matches, more: false }
  let done = 0
  for (const [path, text] of texts) {
    for (const start of placesIn(text, wanted)) {
      if (matches.length >= searchLimits.matches) return { matches, more: true }
      matches.push(matchAt(path, text, start, start + wanted.text.length))
    }
    await work.rest(++done)
  }
  return { matches, more: false }
}

function* placesIn(text: string, { text: sought, exact, word }: Wanted): Generator<number> {
  const [where, what] = exact ? [text, sought] : [lower(text), lower(sought)]
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + what.length))
    if (!word || isWord(text, at, at + what.length)) yield at
}

/** Small letters, of the same length: a letter that becomes two would move all places behind it. */
function lower(text: string): string {
  const small = text.toLowerCase()
  return small.length === text.length ? small : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

const inWord = /[\p{L}\p{N}_]/u

function isWord(text: string, start: number, end: number): boolean {
  return !inWord.test(text[start - 1] ?? ' ') && !inWord.test(text[end] ?? ' ')
}

function matchAt(path: string, text: string, start: number, end: number): SearchMatch {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const cut = text.indexOf('\n', end)
  const to = cut === -1 ? text.length : cut
  return {
    path,
    start,
    end,
    line: lineOf(text, start),
    before: text.slice(Math.max(from, start - searchLimits.around), start),
    text: text.slice(start, end),
    after: text.slice(end, Math.min(to, end + searchLimits.around)),
  }
}

function lineOf(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** The files after something else was put where each match stands. */
export function replaced(
  matches: readonly SearchMatch[],
  replacement: string,
  textOf: (path: string) => string | undefined,
): readonly (readonly [path: string, text: string])[] {
  const byPath = new Map<string, SearchMatch[]>()
  for (const match of matches) {
    const others = byPath.get(match.path)
    if (others) others.push(match)
    else byPath.set(match.path, [match])
  }
  return [...byPath].flatMap(([path, places]) => {
    const text = textOf(path)
    // What changed since it was searched is left alone.
    if (text === undefined || places.some(({ start, end, text: found }) => text.slice(start, end) !== found)) return []
    const pieces: string[] = []
    let at = 0
    for (const { start, end } of places) {
      pieces.push(text.slice(at, start), replacement)
      at = end
    }
    return [[path, pieces.join('') + text.slice(at)] as const]
  })
}
