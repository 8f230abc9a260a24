import { noReview, parseReview, type Review } from '#core/learn'
import { safeStorage, unfailingStorage, type TextStore } from '../files/safe-storage.ts'

const name = 'rye.review'

/** The review of this browser: kinds of questions and times, without any text. */
export class ReviewStore {
  readonly #store: TextStore

  constructor(store: TextStore) {
    this.#store = store
  }

  read(): Review {
    try {
      return parseReview(JSON.parse(this.#store.getItem(name) ?? '')) ?? noReview
    } catch {
      return noReview
    }
  }

  /** Store and return the review that `change` makes from the stored one. */
  change(change: (review: Review) => Review): Review {
    const next = change(this.read())
    this.#store.setItem(name, JSON.stringify(next))
    return next
  }
}

export function pageReview(): ReviewStore {
  return new ReviewStore(unfailingStorage(safeStorage(() => localStorage)))
}
