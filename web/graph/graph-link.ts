import { changesBetween } from '../analysis/client.ts'
import type { Without } from '../analysis/messages.ts'
import type { Plan } from '#core/answer'
import type { Breakpoint, Steer } from '#core/graph'
import type { JsonValue } from '#core/read'
import type { Outcome } from '#core/run'
import type { Snapshot } from '#core/workspace'
import type { DraftUpdate, FromGraph, GraphAnswer, GraphQuestion, ToGraph, WalkNews } from './messages.ts'

/** The draft shown in the page at the time of a question. */
export interface ShownDraft {
  readonly snapshot: Snapshot
  readonly without: Without
}

type Answered = GraphAnswer | { readonly kind: 'fault'; readonly problem: string }

/** Receives the events of a walk and runs its plans. */
export interface WalkListener {
  news(news: readonly WalkNews[]): void
  run(plan: Plan): Promise<Outcome>
}

/** The connection to the graph's worker, which starts with the first question. It sends only changed files. */
export class GraphLink {
  #worker: Worker | undefined
  #sent: Snapshot | undefined
  #turn = 0
  readonly #listeners = new Map<number, WalkListener>()
  readonly #waiting = new Map<number, (answer: Answered) => void>()

  /** Update the worker's copy of the draft and request a picture of its graph. */
  pictureOf(draft: ShownDraft): Promise<Answered> {
    return this.ask({ kind: 'picture', update: this.#updateTo(draft) })
  }

  /** Send a question to the worker. If the worker fails, the answer is a fault. */
  ask(question: GraphQuestion): Promise<Answered> {
    const id = ++this.#turn
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#post({ kind: 'ask', id, question })
    })
  }

  /** Start a walk. The listener receives its events and runs its plans. */
  async walk(order: Extract<GraphQuestion, { kind: 'walk' }>['order'], listener: WalkListener): Promise<Answered> {
    this.#listeners.set(order.walk, listener)
    try {
      return await this.ask({ kind: 'walk', order })
    } finally {
      this.#listeners.delete(order.walk)
    }
  }

  steer(walk: number, steer: Steer, inject: JsonValue = null): void {
    this.#post({ kind: 'steer', walk, steer, inject })
  }

  /** Set the breakpoints of a running walk. */
  breakAt(walk: number, points: readonly Breakpoint[]): void {
    this.#post({ kind: 'breaks', walk, points })
  }

  /** Stop the worker immediately. The next question starts a new worker. */
  stop(): void {
    this.#died('stopped')
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
    worker.onmessage = ({ data }: MessageEvent<FromGraph>) => this.#receive(data)
    worker.onerror = ({ message }) => this.#died(message || 'the worker did not load')
    return worker
  }

  #receive(message: FromGraph): void {
    switch (message.kind) {
      case 'news':
        return this.#listeners.get(message.walk)?.news(message.news)
      case 'call':
        return void this.#run(message.walk, message.call, message.plan)
      case 'answer':
      case 'fault': {
        const resolve = this.#waiting.get(message.id)
        this.#waiting.delete(message.id)
        resolve?.(message.kind === 'answer' ? message.answer : { kind: 'fault', problem: message.problem })
      }
    }
  }

  async #run(walk: number, call: number, plan: Plan): Promise<void> {
    const outcome = await this.#listeners.get(walk)?.run(plan)
    if (outcome) this.#post({ kind: 'outcome', call, outcome })
  }

  #died(problem: string): void {
    this.#worker?.terminate()
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const resolve of waiting) resolve({ kind: 'fault', problem })
  }
}
