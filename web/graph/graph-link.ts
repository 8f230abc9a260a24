import type { Snapshot } from '#core'
import { changesBetween } from '../analysis/client.ts'
import type { Without } from '../analysis/messages.ts'
import type { DraftUpdate, FromGraph, GraphAnswer, GraphQuestion, ToGraph } from './messages.ts'

/** The draft as it is shown when a question is asked. */
export interface ShownDraft {
  readonly snapshot: Snapshot
  readonly without: Without
}

type Answered = GraphAnswer | { readonly kind: 'fault'; readonly problem: string }

/** Talks to the graph's worker, which is begun with the first question; only changed files travel. */
export class GraphLink {
  #worker: Worker | undefined
  #sent: Snapshot | undefined
  #turn = 0
  readonly #waiting = new Map<number, (answer: Answered) => void>()

  /** Ask about the draft as it is shown; a worker that dies answers with a fault. */
  ask(draft: ShownDraft, question: GraphQuestion): Promise<Answered> {
    const id = ++this.#turn
    const update = this.#updateTo(draft)
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#post({ kind: 'ask', id, update, question })
    })
  }

  #updateTo({ snapshot, without }: ShownDraft): DraftUpdate {
    const before = this.#worker ? this.#sent : undefined
    this.#sent = snapshot
    if (!before) return { kind: 'open', snapshot, without }
    const { files, ...head } = snapshot
    return { kind: 'change', head, changes: changesBetween(before.files, files), without }
  }

  #post(message: ToGraph): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(message)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<FromGraph>) => this.#heard(data)
    worker.onerror = ({ message }) => this.#died(message || 'the worker could not be loaded')
    return worker
  }

  #heard(message: FromGraph): void {
    const resolve = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    resolve?.(message.kind === 'answer' ? message.answer : { kind: 'fault', problem: message.problem })
  }

  #died(problem: string): void {
    this.#worker?.terminate()
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const resolve of waiting) resolve({ kind: 'fault', problem })
  }
}
