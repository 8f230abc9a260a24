import MiniSearch from 'minisearch'
import type { Manual } from '#core/manual'

/** A page that was found. */
export interface FoundPage {
  readonly id: string
  readonly title: string
  readonly chapter: string
}

/** Pages told apart at a time: the page goes on drawing between two. */
const atOnce = 40
const mostFound = 30

/** Finds pages of the documentation by their words, without asking anybody. */
export class DocsSearch {
  readonly #index = new MiniSearch<FoundPage & { readonly text: string }>({
    fields: ['id', 'title', 'text'],
    storeFields: ['id', 'title', 'chapter'],
    // A code or a key is one word and its parts are words too.
    tokenize: (text) => text.split(/[^\p{L}\p{N}_.]+/u).flatMap((word) => [word, ...word.split(/[_.]+/)]),
    searchOptions: { boost: { id: 6, title: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })

  /** Take in all pages, some at a time. */
  async fill(manual: Manual): Promise<void> {
    const pages = manual.chapters.flatMap((chapter) =>
      chapter.topics.map(({ id, title, text }) => ({ id, title, chapter: chapter.title, text })),
    )
    await this.#index.addAllAsync(pages, { chunkSize: atOnce })
  }

  /** The pages with all words of a question, the best first. */
  find(question: string): readonly FoundPage[] {
    return this.#index
      .search(question)
      .slice(0, mostFound)
      .map((found) => ({ id: String(found.id), title: String(found['title']), chapter: String(found['chapter']) }))
  }
}
