import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { Slots } from '../run/graph/slots.ts'
import { resultOf, trouble, type Answer } from './answer.ts'
import { Approvals } from './approvals.ts'
import type { AgentProjects } from './agent-projects.ts'
import { KeptAnswers } from './kept-answers.ts'
import { Subscribed } from './subscribed.ts'
import type { Roots } from './roots.ts'
import { ReportedError } from '../project/reported-error.ts'

/** The state that all connections of one MCP server share. */
export class Workplace {
  readonly projects: AgentProjects
  readonly roots: Roots
  /** The folder with the confirmed policies. */
  readonly policies: string
  readonly heartbeatMs: number
  readonly approvals = new Approvals()
  readonly kept = new KeptAnswers()
  readonly subscribed = new Subscribed()
  readonly #slots: Slots
  readonly #running = new Set<Promise<unknown>>()
  readonly #onBug: (error: unknown) => void

  constructor(parts: {
    readonly projects: AgentProjects
    readonly roots: Roots
    readonly policies: string
    readonly runsAtOnce: number
    readonly heartbeatMs: number
    onBug(error: unknown): void
  }) {
    this.projects = parts.projects
    this.roots = parts.roots
    this.policies = parts.policies
    this.heartbeatMs = parts.heartbeatMs
    this.#slots = new Slots(parts.runsAtOnce)
    this.#onBug = (error) => parts.onBug(error)
  }

  /** Run a task in its turn, and send progress notifications to a client that requests them. */
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

  /**
   * Respond to a call. A refusal by a project or the disk is also a response; a bug is reported to the operator of this
   * server.
   */
  async answer(
    work: () => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>,
    refused: (problem: string) => Answer = trouble,
  ): Promise<CallToolResult | InputRequiredResult> {
    try {
      return await work()
    } catch (error) {
      return resultOf(refused(this.#problemOf(error)), this.kept)
    }
  }

  #problemOf(error: unknown): string {
    if (error instanceof ReportedError) return error.what
    if (isOfDisk(error)) return error.message
    this.#onBug(error)
    return 'The server failed. This is a bug: see the server log.'
  }

  /** Wait for the remaining tasks, which are already being aborted because their callers have disconnected. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running)
    this.subscribed.close()
    await this.projects.close()
  }

  #heartbeat({ mcpReq }: ServerContext): NodeJS.Timeout | undefined {
    const progressToken = mcpReq._meta?.progressToken
    if (progressToken === undefined) return undefined
    const began = performance.now()
    let progress = 0
    return setInterval(() => {
      const message = `running for ${Math.round((performance.now() - began) / 1000)} s`
      const params = { progressToken, progress: ++progress, message }
      // A disconnected client receives no progress, and the abort signal ends its call.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
    }, this.heartbeatMs)
  }
}

/** Whether a system call failed, for example because of a missing permission, a full disk or a removed file. */
function isOfDisk(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
