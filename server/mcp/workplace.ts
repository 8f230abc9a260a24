import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { Slots } from '../run/graph/slots.ts'
import { troubleResult } from './answer.ts'
import { Approvals } from './approvals.ts'
import { Refused, type Desk } from './desk.ts'
import { KeptAnswers } from './kept-answers.ts'
import type { Roots } from './roots.ts'

/** What all connections of one MCP server share, whichever way they come. */
export class Workplace {
  readonly desk: Desk
  readonly roots: Roots
  /** Where a person's words on policies are kept. */
  readonly policies: string
  readonly heartbeatMs: number
  readonly approvals = new Approvals()
  readonly kept = new KeptAnswers()
  readonly #slots: Slots
  readonly #running = new Set<Promise<unknown>>()

  constructor(parts: {
    readonly desk: Desk
    readonly roots: Roots
    readonly policies: string
    readonly runsAtOnce: number
    readonly heartbeatMs: number
  }) {
    this.desk = parts.desk
    this.roots = parts.roots
    this.policies = parts.policies
    this.heartbeatMs = parts.heartbeatMs
    this.#slots = new Slots(parts.runsAtOnce)
  }

  /** Run something when it is its turn, telling a client that listens that it still goes on. */
  async inTurn<T>(context: ServerContext, action: () => Promise<T>): Promise<T> {
    const beating = this.#heartbeat(context)
    const running = this.#slots.with(action)
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
      clearInterval(beating)
    }
  }

  /** Answer a call; what the desk refuses is an answer too. */
  async answer(
    work: () => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>,
  ): Promise<CallToolResult | InputRequiredResult> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return troubleResult(error.message, this.kept)
    }
  }

  /** Wait for what still runs; whoever called has gone, so it is being ended. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running)
    await this.desk.close()
  }

  #heartbeat({ mcpReq }: ServerContext): NodeJS.Timeout | undefined {
    const progressToken = mcpReq._meta?.progressToken
    if (progressToken === undefined) return undefined
    const began = performance.now()
    let progress = 0
    return setInterval(() => {
      const message = `running for ${Math.round((performance.now() - began) / 1000)} s`
      const params = { progressToken, progress: ++progress, message }
      // A client that is gone hears nothing more; its call is ended by its signal.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
    }, this.heartbeatMs)
  }
}
