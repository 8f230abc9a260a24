import type { Analysis } from '../answer/analysis.ts'
import type { ListedItem } from '../resolve/items.ts'
import type { Dialect } from '../rules/dialect.ts'
import type { SourceRange } from '../text/source.ts'

/** The data that the pure functions of the editor use. */
export interface Known {
  readonly analysis: Analysis | undefined
  readonly items: readonly ListedItem[]
  readonly dialect: Dialect
  /** The form of an ID in the names of files. Default: as written. */
  readonly formOf?: (id: string) => string
  /** Variables by name, from the last analysis that resolved the environment. */
  readonly env: Readonly<Record<string, string>>
}

/** File contents by path, to search for references to an ID. */
export type Texts = Iterable<readonly [path: string, text: string]>

/** A line that names an executor: the start of the line, and the ID with its place. */
export interface ExecutorLine {
  readonly lineStart: number
  readonly start: number
  readonly end: number
  readonly id: string
}

const executorLine =
  /^(?<indent>[ \t]*(?:export\s+)?(?:(?:const|let|var)\s+)?["']?(?:__executor_id__|executor_id)["']?\s*[:=]\s*)(?<quote>["']?)(?<id>[^"'\s#;,]+(?: +[^"'\s#;,]+)*)\k<quote>/gm

/** Every line that names an executor other than null, in Python, YAML or JavaScript. */
export function executorLines(text: string): readonly ExecutorLine[] {
  return [...text.matchAll(executorLine)].flatMap((match) => {
    const { indent = '', quote = '', id = '' } = match.groups ?? {}
    if (id === 'None' || id === 'null' || id === '~') return []
    const start = match.index + indent.length + quote.length
    return [{ lineStart: match.index, start, end: start + id.length, id }]
  })
}

/** A word in a file, with its offsets. */
export interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** A character of a word. Half of a surrogate pair counts, because text is read by UTF-16 unit. */
const wordCharacter = /^[\p{L}\p{M}\p{N}\p{Cs}_/.$-]$/u

/** The word of ID characters around an offset. */
export function wordAt(text: string, offset: number): Word {
  let start = offset
  let end = offset
  while (start > 0 && wordCharacter.test(text[start - 1] ?? '')) start--
  while (end < text.length && wordCharacter.test(text[end] ?? '')) end++
  return { word: text.slice(start, end), start, end }
}

/** The range of an ID with spaces, if the text contains it at the offset. `wordAt` would find only one word of it. */
function spelledAt(text: string, offset: number, id: string): Word | undefined {
  const from = Math.max(0, offset - id.length)
  const at = text.slice(from, offset + id.length).indexOf(id)
  if (at === -1) return undefined
  const [start, end] = [from + at, from + at + id.length]
  const isWhole = [text[start - 1], text[end]].every((next) => next === undefined || !wordCharacter.test(next))
  return isWhole ? { word: id, start, end } : undefined
}

/** The ID of an item around an offset; otherwise the word there. The longest ID with blanks wins. */
function idAt(text: string, offset: number, ids: readonly string[]): Word {
  const spelled = ids.flatMap((id) => (id.includes(' ') ? (spelledAt(text, offset, id) ?? []) : []))
  return spelled.sort((a, b) => b.word.length - a.word.length)[0] ?? wordAt(text, offset)
}

// Whether a word names the item. An ID without a slash is also an ordinary word, so it is recognized only in quotes or
// as an executor.
function namesItem(text: string, { word, start, end }: Word): boolean {
  if (word === '') return false
  if (word.includes('/')) return true
  const before = text[start - 1] ?? ''
  if (/["']/.test(before) && text[end] === before) return true
  return executorLines(text).some((line) => line.start === start && line.end === end)
}

/** The winner of an ID among listed items (R1.1); undefined if no item has the ID. */
export function winnerOf(items: readonly ListedItem[], id: string): ListedItem | undefined {
  return items.find((item) => item.item_id === id)
}

/**
 * The item with an ID: its winner; with stem search, the first file with this name (section 0). Undefined if there is
 * none.
 */
export function leadsTo({ items, dialect, formOf }: Known, written: string): ListedItem | undefined {
  const id = formOf?.(written) ?? written
  if (!dialect.stemSearch || id.includes('/')) return winnerOf(items, id)
  const first = items.find(({ item_id }) => item_id === id || item_id.endsWith(`/${id}`))
  return items.find(({ item_id, space }) => item_id === id && space === first?.space) ?? first
}

/** The item named at an offset, and the place of the name; undefined if the text names no item there. */
export function itemAt(known: Known, text: string, offset: number): (Word & { readonly item: ListedItem }) | undefined {
  const word = idAt(
    text,
    offset,
    known.items.map(({ item_id }) => item_id),
  )
  const item = leadsTo(known, word.word)
  return item && namesItem(text, word) ? { ...word, item } : undefined
}

/** Every place in the given files that names an item. */
export function referencesOf(id: string, files: Texts): readonly SourceRange[] {
  const found: SourceRange[] = []
  if (id === '') return found
  for (const [path, text] of files) {
    for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
      const word = idAt(text, at, [id])
      if (word.word === id && namesItem(text, word)) found.push({ path, start: word.start, end: word.end })
    }
  }
  return found
}
