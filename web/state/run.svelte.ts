import type { ExecutionResult, Plan, Snapshot, TraceEvent } from '#core'
import { sameFiles, type FileChanges } from '../files/content.ts'

/** One of the two lanes that really do something: the simulation in the page and the run on the server. */
export type LaneState =
  { readonly kind: 'idle' } | RunningRun | FinishedRun | { readonly kind: 'failed'; readonly problem: string }

/** What a run has told so far. */
interface RunningRun {
  readonly kind: 'running'
  readonly doing: string
  readonly stdout: string
  readonly stderr: string
  /** The data events of a request, in the order they came (R15.2). */
  readonly data: string
  readonly trace: readonly TraceEvent[]
}

/** How a run ended, and what it ran: a result says nothing about a draft that has changed since. */
export interface FinishedRun {
  readonly kind: 'done'
  readonly result: ExecutionResult
  /** The page's own plan, which tells whether both lanes ran the same. */
  readonly plan: Plan
  readonly files: Snapshot['files']
  readonly where: string
  /** What the tool did to its copy of the draft, until the person has kept or dropped it. */
  readonly changes: FileChanges
  /** The lockfile of a first success, until it is kept or dropped (R11.3). */
  readonly lockfile?: { readonly path: string; readonly text: string }
}

/** Whether a result belongs to an earlier state of the draft: to another plan, or to the same plan over other files. */
export function olderThan(
  run: FinishedRun,
  digest: string | undefined,
  files: Snapshot['files'],
): 'plan' | 'files' | undefined {
  if (run.plan.digest !== digest) return 'plan'
  return sameFiles(run.files, files) ? undefined : 'files'
}

/** Whether a server answers, and what it may do. */
export type ServerState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'there'; readonly sandbox: string; readonly executes: boolean; readonly token: boolean }

/** The most text, and events, of a running program that are kept for showing; the result has the rest. */
const mostShown = 200_000
const mostEvents = 500

/** The lanes beside the prediction, and how to stop what runs. */
export class Runs {
  simulated = $state.raw<LaneState>({ kind: 'idle' })
  real = $state.raw<LaneState>({ kind: 'idle' })
  server = $state.raw<ServerState>({ kind: 'unknown' })
  #stop: { simulated?: () => void; real?: () => void } = {}

  /** Begin a lane; `stop` ends it early. */
  begin(lane: 'simulated' | 'real', doing: string, stop: () => void): void {
    this.#stop[lane] = stop
    this[lane] = { kind: 'running', doing, stdout: '', stderr: '', data: '', trace: [] }
  }

  /** From now on, stopping a lane means this. */
  onStop(lane: 'simulated' | 'real', stop: () => void): void {
    this.#stop[lane] = stop
  }

  /** Say what a running lane is busy with. */
  doing(lane: 'simulated' | 'real', doing: string): void {
    const state = this[lane]
    if (state.kind === 'running') this[lane] = { ...state, doing }
  }

  /** Add output of a running lane. */
  output(lane: 'simulated' | 'real', stream: 'stdout' | 'stderr', text: string): void {
    const state = this[lane]
    if (state.kind === 'running') this[lane] = { ...state, [stream]: (state[stream] + text).slice(-mostShown) }
  }

  /** Add data that a running request streamed. */
  data(lane: 'simulated' | 'real', text: string): void {
    const state = this[lane]
    if (state.kind === 'running') this[lane] = { ...state, data: `${state.data}${text}\n`.slice(-mostShown) }
  }

  /** Add an event of a running lane's trace. */
  trace(lane: 'simulated' | 'real', event: TraceEvent): void {
    const state = this[lane]
    if (state.kind === 'running') this[lane] = { ...state, trace: [...state.trace, event].slice(-mostEvents) }
  }

  /** Put down how a lane ended. */
  end(lane: 'simulated' | 'real', state: LaneState): void {
    delete this.#stop[lane]
    this[lane] = state
  }

  /** Ask a running lane to end. */
  stop(lane: 'simulated' | 'real'): void {
    this.#stop[lane]?.()
  }

  /** Another draft: what ran belongs to the former one. */
  clear(): void {
    this.stop('simulated')
    this.stop('real')
    this.simulated = { kind: 'idle' }
    this.real = { kind: 'idle' }
  }
}
