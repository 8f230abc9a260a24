import type { Dict } from '../read/value/value.ts'
import type { CallAnswer, FinishedCall, GraphCall, HeldStep, Reply, Walking } from './effects.ts'

/** The host side of a walk, which runs the calls. A rejected call counts as an exception of its action. */
export interface CallHost {
  call(call: GraphCall): Promise<CallAnswer>
  /**
   * Yields to the event loop. A walk requests a pause periodically, because many steps without calls would block the
   * event loop.
   */
  pause(): Promise<void>
  /** Pauses before a step that the host selects. The returned keys override state keys. */
  hold?(held: HeldStep): Promise<Dict | null>
}

/** Runs a walk with an asynchronous host. All begun calls run concurrently. */
export async function driveWalk<T>(walk: Walking<T>, host: CallHost): Promise<T> {
  const running = new Map<GraphCall, Promise<FinishedCall>>()
  let reply: Reply
  for (;;) {
    const step = walk.next(reply)
    reply = undefined
    if (step.done) {
      // If the walk reached a limit, calls can still be running. Wait for them before the walk ends.
      await Promise.all(running.values())
      return step.value
    }
    const effect = step.value
    if (effect.kind === 'start') running.set(effect.call, finished(effect.call, host))
    else if (effect.kind === 'pause') await host.pause()
    else if (effect.kind === 'hold') {
      const inject = (await host.hold?.(effect.held)) ?? null
      if (inject) reply = { inject }
    } else {
      const ended = await Promise.race(running.values())
      running.delete(ended.call)
      reply = ended
    }
  }
}

async function finished(call: GraphCall, host: CallHost): Promise<FinishedCall> {
  try {
    return { call, answer: await host.call(call) }
  } catch (fault) {
    return { call, answer: { threw: fault instanceof Error ? fault.message : String(fault) } }
  }
}

/** Runs a walk with immediate answers from recorded results, pins or tests. */
export function replayWalk<T>(walk: Walking<T>, answer: (call: GraphCall) => CallAnswer): T {
  const begun: GraphCall[] = []
  let reply: Reply
  for (;;) {
    const step = walk.next(reply)
    reply = undefined
    if (step.done) return step.value
    if (step.value.kind === 'start') begun.push(step.value.call)
    else if (step.value.kind === 'wait') {
      // Answered lazily: calls that run when a limit is reached need no answer.
      const call = begun.shift()
      if (call) reply = { call, answer: answer(call) }
    }
  }
}
