import type { ExecutionResult, GraphMessage } from '#core/run'
import type { Snapshot } from '#core/workspace'
import type { GraphLink } from './graph-link.ts'
import type { PageWalk, WalkQuestion } from './page-walk.svelte.ts'

/** Sends a server walk's events to the worker, which records the walk like any other (R16.8). */
export class FollowedWalk {
  readonly #link: Pick<GraphLink, 'ask'>
  readonly #walk: PageWalk
  readonly #answer: WalkQuestion['answer']
  #reported: string[] = []
  #last: Promise<void>
  #waits = false

  constructor(link: Pick<GraphLink, 'ask'>, walk: PageWalk, snapshot: Snapshot, answer: WalkQuestion['answer']) {
    this.#link = link
    this.#walk = walk
    this.#answer = answer
    this.#last = this.#begin(snapshot)
  }

  /** Handle a message of the run. `text` is the unparsed message. */
  hear(message: GraphMessage, text: string): void {
    if (message.kind === 'asks') this.#walk.question = { asks: message, answer: this.#answer }
    else if (message.kind === 'answered') {
      if (this.#walk.question?.asks.question === message.question) this.#walk.question = undefined
    } else {
      this.#reported.push(text)
      if (!this.#waits) this.#last = this.#last.then(() => this.#report())
      this.#waits = true
    }
  }

  /** End the walk after the worker has recorded all of its events. */
  async end(result: ExecutionResult): Promise<void> {
    this.#walk.question = undefined
    await this.#last
    if (this.#walk.problem !== undefined) return
    const answer = await this.#link.ask({ kind: 'ended', walk: this.#walk.id, result })
    if (answer.kind === 'walked') this.#walk.end(answer.summary)
    else this.#failed(answer)
  }

  /** End a walk after its run was lost or failed to start. */
  fail(problem: string): void {
    this.#walk.question = undefined
    this.#walk.fail(problem)
  }

  async #begin(snapshot: Snapshot): Promise<void> {
    this.#failed(await this.#link.ask({ kind: 'follow', walk: this.#walk.id, snapshot }))
  }

  /** Send in a single message all events that arrived while the worker was busy. */
  async #report(): Promise<void> {
    this.#waits = false
    const reported = this.#reported
    this.#reported = []
    if (this.#walk.problem !== undefined) return
    const answer = await this.#link.ask({ kind: 'reported', walk: this.#walk.id, reported })
    if (answer.kind === 'reported') this.#walk.hear(answer.news)
    else this.#failed(answer)
  }

  #failed(answer: { readonly kind: string; readonly problem?: string }): void {
    if (answer.kind === 'fault')
      this.#walk.fail(`${answer.problem} The run continues, and its result appears when it ends.`)
  }
}
