import type { LongWork } from './long-work.ts'

/** The text to search for in the files of a draft, and how to match it. */
export interface SearchQuery {
  readonly text: string
  /** Whether to match case. */
  readonly exact: boolean
  /** Whether to match whole words only. */
  readonly word: boolean
}

/** One match with its line; long lines are shortened. */
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
  /** Whether there are more matches than the limit `matches`. */
  readonly more: boolean
}

export const searchLimits = {
  /** The maximum number of matches that are listed and replaced in one step. */
  matches: 2_000,
  /** The maximum number of characters shown on each side of a match. */
  around: 80,
} as const

type Texts = Iterable<readonly [path: string, text: string]>

/**
 * Search many files. The page stays responsive between files. If the caller stops the work, for example because of a
 * new query, the search rejects with `Stopped`.
 */
export async function searchTexts(texts: Texts, query: SearchQuery, work: LongWork): Promise<SearchResult> {
  const matches: SearchMatch[] = []
  if (query.text === '') return { matches, more: false }
  let done = 0
  for (const [path, text] of texts) {
    for (const start of placesIn(text, query)) {
      if (matches.length >= searchLimits.matches) return { matches, more: true }
      matches.push(matchAt(path, text, start, start + query.text.length))
    }
    await work.rest(++done)
  }
  return { matches, more: false }
}

function* placesIn(text: string, { text: sought, exact, word }: SearchQuery): Generator<number> {
  const [where, what] = exact ? [text, sought] : [lower(text), lower(sought)]
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + what.length))
    if (!word || isWord(text, at, at + what.length)) yield at
}

/**
 * Convert to lower case without changing the length: a letter with a longer lowercase form would shift all later
 * matches.
 */
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

/** The changed files, with each match replaced. */
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
    // Skip a file that changed after the search.
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
