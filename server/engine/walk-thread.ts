import { Worker } from 'node:worker_threads'
import type { Plan, TraceEvent } from '#core/answer'
import type { HeldView, WalkLimits } from '#core/graph'
import type { RunPlace } from '#core/run'
import type { RawOutcome } from '../primitives/http-reply.ts'
import type { WrittenResult } from './written-result.ts'
import type { WalkTask } from './host.ts'
import type { SteerMessage, WalkLink } from './walk-link.ts'

/** The data with which a thread starts its walk. */
export interface WalkStart {
  readonly task: WalkTask
  readonly limits: Partial<WalkLimits>
}

/** Messages from the thread. */
export type FromWalk =
  | { readonly kind: 'run'; readonly id: number; readonly plan: Plan; readonly place: RunPlace }
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'trace'; readonly event: TraceEvent }
  | { readonly kind: 'holding'; readonly held: HeldView | null }
  | { readonly kind: 'ended'; readonly result: WrittenResult }

/** Messages to the thread. */
export type ToWalk =
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: RawOutcome }
  | { readonly kind: 'steer'; readonly message: SteerMessage }
  | { readonly kind: 'cancel' }

/** Memory limits in MB: enough for a draft, its chains and the state of a walk. */
const memory = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 }

/** The error of a walk whose thread ended early. */
export class WalkStopped extends Error {}

/**
 * Walk a graph in a separate thread, so untrusted code does not delay other clients. The thread is ended after
 * `seconds` without progress. Time spent running commands or waiting for the user does not count.
 */
export function walkOnThread(worker: string, seconds: number, task: WalkTask, link: WalkLink): Promise<WrittenResult> {
  const start: WalkStart = { task, limits: link.limits }
  // Hide the server's environment from the thread.
  const thread = new Worker(worker, { workerData: start, env: {}, resourceLimits: memory })
  const say = (message: ToWalk): void => thread.postMessage(message)
  const cancel = (): void => say({ kind: 'cancel' })
  let timer: NodeJS.Timeout | undefined
  let running = 0
  let isHeld = false
  link.onSteer((message) => say({ kind: 'steer', message }))
  return new Promise<WrittenResult>((resolve, reject) => {
    const restartTimer = (): void => {
      clearTimeout(timer)
      if (running > 0 || isHeld) return
      timer = setTimeout(() => reject(new WalkStopped(`The walk made no progress for ${seconds} s.`)), seconds * 1000)
    }
    const run = async (id: number, plan: Plan, place: RunPlace): Promise<void> => {
      running++
      restartTimer()
      const outcome = await link.run(plan, place)
      running--
      restartTimer()
      say({ kind: 'outcome', id, outcome })
    }
    thread.on('message', (said: FromWalk) => {
      if (said.kind === 'holding') isHeld = said.held !== null
      restartTimer()
      if (said.kind === 'run') void run(said.id, said.plan, said.place)
      else if (said.kind === 'message') link.publish(said.message)
      else if (said.kind === 'trace') link.trace(said.event)
      else if (said.kind === 'holding') link.holding(said.held)
      else resolve(said.result)
    })
    thread.on('error', reject)
    thread.on('exit', () => reject(new WalkStopped('The thread of the walk ended.')))
    link.signal.addEventListener('abort', cancel)
    if (link.signal.aborted) cancel()
    restartTimer()
  }).finally(() => {
    clearTimeout(timer)
    link.signal.removeEventListener('abort', cancel)
    void thread.terminate()
  })
}
