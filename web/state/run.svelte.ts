import type { Plan, TraceEvent } from '#core/answer'
import type { ExecutionResult } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { sameFiles, type FileChanges } from '../files/content.ts'
import { lastLines } from './ends.ts'

/** The state of one of the two lanes that run the draft: the simulation in the page, or the run on the server. */
export type LaneState =
  { readonly kind: 'idle' } | RunningRun | FinishedRun | { readonly kind: 'failed'; readonly problem: string }

/** The output and events of a run so far. */
interface RunningRun {
  readonly kind: 'running'
  readonly doing: string
  readonly stdout: string
  readonly stderr: string
  /** A request's data events, in order of arrival (R15.2). */
  readonly data: string
  readonly trace: readonly TraceEvent[]
}

/**
 * The result of a run, with the plan and the files that it used. The result does not apply to a draft that has changed
 * since.
 */
export interface FinishedRun {
  readonly kind: 'done'
  readonly result: ExecutionResult
  /** The page's own plan, to check whether both lanes ran the same plan. */
  readonly plan: Plan
  readonly files: Snapshot['files']
  readonly where: string
  /** The tool's changes to its copy of the draft, until the user saves or discards them. */
  readonly changes: FileChanges
  /** The lockfile of a first success, until the user saves or discards it (R11.3). */
  readonly lockfile?: { readonly path: string; readonly text: string }
}

/**
 * The difference between a result and the current draft: another plan, or the same plan with other files. Undefined if
 * there is none.
 */
export function olderThan(
  run: FinishedRun,
  digest: string | undefined,
  files: Snapshot['files'],
): 'plan' | 'files' | undefined {
  if (run.plan.digest !== digest) return 'plan'
  return sameFiles(run.files, files) ? undefined : 'files'
}

/** Whether a server responds, with its permissions. */
export type ServerState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'there'; readonly sandbox: string; readonly executes: boolean; readonly token: boolean }

/** The maximum number of characters and events shown while a program runs. The result contains the rest. */
const mostShown = 20_000
const mostEvents = 500

type Lane = 'simulated' | 'real'
type Streams = Pick<RunningRun, 'stdout' | 'stderr'>
const silent: Streams = { stdout: '', stderr: '' }

/** The results of the simulated and the real run, and the functions that stop these runs. */
export class Runs {
  simulated = $state.raw<LaneState>({ kind: 'idle' })
  real = $state.raw<LaneState>({ kind: 'idle' })
  server = $state.raw<ServerState>({ kind: 'unknown' })
  #stop: { simulated?: () => void; real?: () => void } = {}
  /**
   * The output since the last frame. It is rendered once per frame, because rendering each chunk would block the page.
   */
  #waiting: Record<Lane, Streams> = { simulated: silent, real: silent }
  #asked = false

  /** Start a lane. `stop` cancels it. */
  begin(lane: Lane, doing: string, stop: () => void): void {
    this.#stop[lane] = stop
    this[lane] = { kind: 'running', doing, stdout: '', stderr: '', data: '', trace: [] }
  }

  /** Set the function that stops a lane. */
  onStop(lane: Lane, stop: () => void): void {
    this.#stop[lane] = stop
  }

  /** Set the progress text of a running lane. */
  doing(lane: Lane, doing: string): void {
    const state = this[lane]
    if (state.kind === 'running') this[lane] = { ...state, doing }
  }

  /** Add output of a running lane. */
  output(lane: Lane, stream: 'stdout' | 'stderr', text: string): void {
    const waiting = this.#waiting[lane]
    this.#waiting[lane] = { ...waiting, [stream]: lastLines(waiting[stream] + text, mostShown) }
    if (this.#asked) return
    this.#asked = true
    requestAnimationFrame(() => this.#show())
  }

  #show(): void {
    this.#asked = false
    for (const lane of ['simulated', 'real'] as const) {
      const [state, { stdout, stderr }] = [this[lane], this.#waiting[lane]]
      this.#waiting[lane] = silent
      if (state.kind !== 'running' || stdout + stderr === '') continue
      const grown = (before: string, came: string): string => lastLines(before + came, mostShown)
      this[lane] = { ...state, stdout: grown(state.stdout, stdout), stderr: grown(state.stderr, stderr) }
    }
  }

  /** Add data that a running request streamed. */
  data(lane: Lane, text: string): void {
    const state = this[lane]
    if (state.kind === 'running') this[lane] = { ...state, data: lastLines(`${state.data}${text}\n`, mostShown) }
  }

  /** Add an event of a running lane's trace. */
  trace(lane: Lane, event: TraceEvent): void {
    const state = this[lane]
    if (state.kind === 'running') this[lane] = { ...state, trace: [...state.trace, event].slice(-mostEvents) }
  }

  /** Set the final state of a lane. */
  end(lane: Lane, state: LaneState): void {
    delete this.#stop[lane]
    this.#waiting[lane] = silent
    this[lane] = state
  }

  /** Stop the run of a lane, if there is one. */
  stop(lane: Lane): void {
    this.#stop[lane]?.()
  }

  /** Clear both lanes for another draft. */
  clear(): void {
    this.stop('simulated')
    this.stop('real')
    this.simulated = { kind: 'idle' }
    this.real = { kind: 'idle' }
  }
}
