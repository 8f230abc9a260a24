import { mergeProgress, parseProgress, type LessonTicks, type Progress } from '#core/learn'
import { safeStorage, textsInMemory, unfailingStorage, type TextStore } from '../files/safe-storage.ts'
import type { DraftOrigin } from './draft-record.ts'

const name = 'rye.progress'
const none: Progress = { format: 1, lessons: {} }

/**
 * The key of a lesson's progress. A lesson from a link or a file has separate ticks from a built-in lesson with the
 * same ID.
 */
export function progressName(lesson: string, { kind }: DraftOrigin): string {
  return kind === 'example' ? lesson : `${lesson} (from elsewhere)`
}

/** The progress in lessons, saved in this browser: lesson IDs and goal hashes, without any text. */
export class ProgressStore {
  readonly #store: TextStore

  constructor(store: TextStore) {
    this.#store = store
  }

  read(): Progress {
    return this.#parsed(this.#store.getItem(name) ?? '') ?? none
  }

  ticksOf(lesson: string): LessonTicks {
    const { lessons } = this.read()
    return (Object.hasOwn(lessons, lesson) ? lessons[lesson] : undefined) ?? {}
  }

  /** Write only this lesson, because another tab might have changed other lessons. */
  write(lesson: string, ticks: LessonTicks): void {
    this.#keep({ ...this.read().lessons, [lesson]: ticks })
  }

  /** Clear the progress of these lessons. Default: all lessons. */
  clear(lessons?: readonly string[]): void {
    const kept = Object.entries(this.read().lessons).filter(([id]) => lessons !== undefined && !lessons.includes(id))
    this.#keep(Object.fromEntries(kept))
  }

  /** Merge progress from a file. Returns false if the text is not a progress file. */
  bring(text: string): boolean {
    const brought = this.#parsed(text)
    if (!brought) return false
    this.#keep(mergeProgress(this.read(), brought).lessons)
    return true
  }

  asText(): string {
    return `${JSON.stringify(this.read(), null, 2)}\n`
  }

  #keep(lessons: Progress['lessons']): void {
    this.#store.setItem(name, JSON.stringify({ format: 1, lessons }))
  }

  #parsed(text: string): Progress | undefined {
    try {
      return parseProgress(JSON.parse(text))
    } catch {
      return undefined
    }
  }
}

/** The progress store of this page. An embed uses memory, because it does not save. */
export function pageProgress(embedded: boolean): ProgressStore {
  return new ProgressStore(embedded ? textsInMemory() : unfailingStorage(safeStorage(() => localStorage)))
}
