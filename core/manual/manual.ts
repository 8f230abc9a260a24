import { nearest } from '../text/near.ts'
import { anchorOf, type Chapter, type Topic } from './chapter.ts'

/** A page and its chapter. */
interface FoundTopic {
  readonly chapter: Chapter
  readonly topic: Topic
}

/** The whole manual: its chapters, and every page by address. */
export class Manual {
  readonly chapters: readonly Chapter[]
  readonly #topics = new Map<string, FoundTopic>()
  readonly #chapters = new Map<string, Chapter>()

  constructor(chapters: readonly Chapter[]) {
    this.chapters = chapters
    for (const chapter of chapters) {
      for (const name of namesOf(chapter)) if (!this.#chapters.has(name)) this.#chapters.set(name, chapter)
      for (const topic of chapter.topics) {
        this.#topics.set(topic.id.toLowerCase(), { chapter, topic })
        this.#topics.set(anchorOf(topic.title), { chapter, topic })
      }
    }
  }

  /**
   * The page at an address: a rule, a code, a metadata key or a term. Case does not matter, and blanks can replace
   * dashes. Undefined for an unknown address.
   */
  topic(id: string): FoundTopic | undefined {
    const asked = id.trim().toLowerCase()
    return this.#topics.get(asked) ?? this.#topics.get(anchorOf(asked)) ?? this.#topics.get(`key-${asked}`)
  }

  /**
   * The chapter at an address: its name with or without number, its title, or a section of the rules (`R16`). Undefined
   * for an unknown address.
   */
  chapter(id: string): Chapter | undefined {
    return this.#chapters.get(anchorOf(id))
  }

  /** Addresses similar to an address without a page. */
  near(id: string): readonly string[] {
    const ids = this.chapters.flatMap((chapter) => [chapter.id, ...chapter.topics.map((topic) => topic.id)])
    return nearest(id, ids)
  }
}

/** A chapter's names, including the sections of the rules in it. */
function namesOf({ id, title, topics }: Chapter): readonly string[] {
  const sections = topics.flatMap((topic) => /^R\d+(?=\.)/.exec(topic.id)?.[0].toLowerCase() ?? [])
  return [id, id.replace(/^r\d+-/, ''), anchorOf(title), ...new Set(sections)]
}
