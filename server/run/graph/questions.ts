import { randomBytes } from 'node:crypto'
import type { Plan } from '#core/answer'
import type { GraphMessage, RunPlace } from '#core/run'

/** A person's word on a command: not this one, this one, or whatever its node runs of the same item; or no word in time. */
export type Word = Extract<GraphMessage, { readonly kind: 'answered' }>['answer']
export type GivenWord = Exclude<Word, 'nobody'>

interface Question {
  readonly id: string
  readonly digest: string
  readonly answer: (word: Word) => void
}

/** What came of a word that somebody sent. */
export type Taken = 'taken' | 'unknown' | 'differs'

export interface QuestionsSettings {
  /** Commands that were shown before the walk began. */
  readonly confirmed: readonly string[]
  readonly waitMs: number
  readonly signal: AbortSignal
  ask(question: { readonly question: string; readonly plan: Plan; readonly place: RunPlace }): void
  answered(question: string, word: Word): void
}

/**
 * Which commands of a walk may run: those that were confirmed with the graph, and those that a person allows when the walk comes to
 * them. One question is open at a time; each is good once, for exactly the command it shows.
 */
export class Questions {
  readonly #settings: QuestionsSettings
  readonly #words = new Map<string, Word>()
  readonly #nodes = new Set<string>()
  #open: Question | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(settings: QuestionsSettings) {
    this.#settings = settings
    for (const digest of settings.confirmed) this.#words.set(digest, 'this')
  }

  /** Why a command may not run, or null if it may. */
  async refusal(plan: Plan, place: RunPlace): Promise<string | null> {
    const known = this.#known(plan, place)
    if (known !== undefined) return refusals[known]
    const turn = this.#last.then(() => this.#known(plan, place) ?? this.#asked(plan, place))
    this.#last = turn
    return refusals[await turn]
  }

  /** Take a person's word. */
  take(question: string, digest: string, word: GivenWord): Taken {
    if (this.#open?.id !== question) return 'unknown'
    if (this.#open.digest !== digest) return 'differs'
    this.#open.answer(word)
    return 'taken'
  }

  #known(plan: Plan, place: RunPlace): Word | undefined {
    return this.#nodes.has(nodeKey(place)) ? 'node' : this.#words.get(plan.digest)
  }

  #asked(plan: Plan, place: RunPlace): Promise<Word> {
    const { signal, waitMs } = this.#settings
    if (signal.aborted) return Promise.resolve('nobody')
    return new Promise((resolve) => {
      const id = randomBytes(24).toString('base64url')
      const end = (word: Word): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancelled)
        this.#open = undefined
        if (word === 'node') this.#nodes.add(nodeKey(place))
        else if (word !== 'nobody') this.#words.set(plan.digest, word)
        this.#settings.answered(id, word)
        resolve(word)
      }
      const cancelled = (): void => end('nobody')
      const timer = setTimeout(() => end('nobody'), waitMs)
      signal.addEventListener('abort', cancelled)
      this.#open = { id, digest: plan.digest, answer: end }
      this.#settings.ask({ question: id, plan, place })
    })
  }
}

const refusals: Readonly<Record<Word, string | null>> = {
  this: null,
  node: null,
  no: 'A person did not allow this command.',
  nobody: 'Nobody allowed this command in time.',
}

/** A node in its graph, whatever its visit, attempt or item; with the item that it calls. */
function nodeKey({ item_id, address }: RunPlace): string {
  return JSON.stringify([(address ?? '').replace(/@\d+\.\d+(?:\[\d+\])?/g, ''), item_id])
}
