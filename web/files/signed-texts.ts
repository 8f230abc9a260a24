import { extensionOf } from '#core/text'
import type { FileContent } from './content.ts'

/** Files that might contain the signed text, with the display name of their source. */
export interface TextSource {
  readonly from: string
  readonly files: Iterable<readonly [path: string, content: FileContent]>
}

/** Content that might be the signed content, with the first source that contains it. */
export interface Candidate {
  readonly from: string
  readonly text: string
}

/** The maximum number of candidates to check. Hashing one candidate takes about 50 microseconds. */
const mostCandidates = 4_000

/**
 * Content that might be the signed version of a file. First is the content of files at its path, then at the same path
 * in another space. Last are all files with its extension, in case the file was renamed. Each group keeps the order of
 * the sources.
 */
export function signedTextCandidates(path: string, sources: Iterable<TextSource>): readonly Candidate[] {
  const ranks: readonly Map<string, string>[] = [new Map(), new Map(), new Map()]
  const [extension, place] = [extensionOf(path), placeBelowSpace(path)]
  for (const { from, files } of sources) {
    for (const [other, content] of files) {
      if (typeof content !== 'string' || extensionOf(other) !== extension) continue
      const texts = ranks[other === path ? 0 : placeBelowSpace(other) === place ? 1 : 2]
      if (texts?.has(content) === false) texts.set(content, other === path ? from : `${from}, ${other}`)
    }
  }
  const found = new Map<string, string>()
  for (const texts of ranks) for (const [text, from] of texts) if (!found.has(text)) found.set(text, from)
  return [...found].slice(0, mostCandidates).map(([text, from]) => ({ from, text }))
}

function placeBelowSpace(path: string): string {
  return path.slice(path.indexOf('/.ai/'))
}
