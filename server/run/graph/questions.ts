import { randomBytes } from 'node:crypto'
import type { Plan } from '#core/answer'
import { noUser, type GraphMessage, type RunPlace } from '#core/run'

/**
 * The answer to a question about a command: denied, allowed for exactly this command, allowed for every call of the
 * same item at its node, or no answer in time.
 */
export type Answer = Extract<GraphMessage, { readonly kind: 'answered' }>['answer']
export type UserAnswer = Exclude<Answer, typeof noUser>

interface Question {
  readonly id: string
  readonly digest: string
  readonly answer: (answer: Answer) => void
}

/** Whether an answer was accepted: `unknown` if its question is not open, `differs` if it names another command. */
export type Taken = 'taken' | 'unknown' | 'differs'

export interface QuestionsSettings {
  /** Digests of the commands that the user confirmed with the graph. */
  readonly confirmed: readonly string[]
  readonly waitMs: number
  readonly signal: AbortSignal
  ask(question: { readonly question: string; readonly plan: Plan; readonly place: RunPlace }): void
  answered(question: string, answer: Answer): void
}

/**
 * Allows the commands of a walk that were confirmed with the graph, and those that the user allows when the walk
 * reaches them. One question is open at a time, and accepts one answer, for exactly the command that it shows.
 */
export class Questions {
  readonly #settings: QuestionsSettings
  readonly #answers = new Map<string, Answer>()
  readonly #nodes = new Set<string>()
  #open: Question | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(settings: QuestionsSettings) {
    this.#settings = settings
    for (const digest of settings.confirmed) this.#answers.set(digest, 'this')
  }

  /** The reason why a command is not allowed to run; null if it is allowed. */
  async refusal(plan: Plan, place: RunPlace): Promise<string | null> {
    const known = this.#known(plan, place)
    if (known !== undefined) return refusals[known]
    const turn = this.#last.then(() => this.#known(plan, place) ?? this.#asked(plan, place))
    this.#last = turn
    return refusals[await turn]
  }

  /** Accept the user's answer to the open question, if `digest` is the digest of the shown command. */
  take(question: string, digest: string, answer: UserAnswer): Taken {
    if (this.#open?.id !== question) return 'unknown'
    if (this.#open.digest !== digest) return 'differs'
    this.#open.answer(answer)
    return 'taken'
  }

  #known(plan: Plan, place: RunPlace): Answer | undefined {
    return this.#nodes.has(nodeKey(place)) ? 'node' : this.#answers.get(plan.digest)
  }

  #asked(plan: Plan, place: RunPlace): Promise<Answer> {
    const { signal, waitMs } = this.#settings
    if (signal.aborted) return Promise.resolve(noUser)
    return new Promise((resolve) => {
      const id = randomBytes(24).toString('base64url')
      const end = (answer: Answer): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancelled)
        this.#open = undefined
        if (answer === 'node') this.#nodes.add(nodeKey(place))
        else if (answer !== noUser) this.#answers.set(plan.digest, answer)
        this.#settings.answered(id, answer)
        resolve(answer)
      }
      const cancelled = (): void => end(noUser)
      const timer = setTimeout(() => end(noUser), waitMs)
      signal.addEventListener('abort', cancelled)
      this.#open = { id, digest: plan.digest, answer: end }
      this.#settings.ask({ question: id, plan, place })
    })
  }
}

const refusals: Readonly<Record<Answer, string | null>> = {
  this: null,
  node: null,
  no: 'The request to run this command was declined.',
  [noUser]: 'This command was not approved in time.',
}

/** A node in its graph and the item that it calls, regardless of visit, attempt or loop item. */
function nodeKey({ item_id, address }: RunPlace): string {
  return JSON.stringify([address?.replace(/@\d+\.\d+(?:\[\d+\])?/g, ''), item_id])
}
