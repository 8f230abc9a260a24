import MiniSearch from 'minisearch'
import type { Manual } from '#core/manual'

/** A documentation page that a search found, with its chapter. */
export interface FoundPage {
  readonly id: string
  readonly title: string
  readonly chapter: string
}

/** Stop words: they occur on every page or do not describe a topic. */
const idle = new Set(
  'a an and are at be can cannot do does doesnt dont for from has have how i if in is it its me my no not of on or so that the then this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)
const withoutIdle = (term: string): string | null => (idle.has(term.toLowerCase()) ? null : term.toLowerCase())

/** The number of pages to index per batch. The browser can render between two batches. */
const atOnce = 40
const mostFound = 30

/** Finds pages of the documentation by their words, without a server. */
export class DocsSearch {
  readonly #index = new MiniSearch<FoundPage & { readonly text: string }>({
    fields: ['id', 'title', 'text'],
    storeFields: ['id', 'title', 'chapter'],
    // A code or a key is one word. Its parts are also words.
    tokenize: (text) => text.split(/[^\p{L}\p{N}_.]+/u).flatMap((word) => [word, ...word.split(/[_.]+/)]),
    searchOptions: { boost: { id: 6, title: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })

  /** Index all pages, in batches. */
  async fill(manual: Manual): Promise<void> {
    const pages = manual.chapters.flatMap((chapter) =>
      chapter.topics.map(({ id, title, text }) => ({ id, title, chapter: chapter.title, text })),
    )
    await this.#index.addAllAsync(pages, { chunkSize: atOnce })
  }

  /**
   * The pages with all words of a question, best match first. If there are none, the pages with any of its words except
   * stop words.
   */
  find(question: string): readonly FoundPage[] {
    const withAll = this.#index.search(question)
    const found =
      withAll.length > 0 ? withAll : this.#index.search(question, { combineWith: 'OR', processTerm: withoutIdle })
    return found
      .slice(0, mostFound)
      .map((found) => ({ id: String(found.id), title: String(found['title']), chapter: String(found['chapter']) }))
  }
}
