import type { Dict } from '../read/value/value.ts'
import type { CallAnswer, FinishedCall, GraphCall, HeldStep, Reply, Walking } from './effects.ts'

/** The host side of a walk: it runs the calls. A rejected call counts as an exception of its action, with its text. */
export interface CallHost {
  call(call: GraphCall): Promise<CallAnswer>
  /** Let others have the thread; a walk of many steps without calls asks for it now and then. */
  pause(): Promise<void>
  /** Pauses before a step, as the host requested; the returned keys overwrite those of the state. */
  hold?(held: HeldStep): Promise<Dict | null>
}

/** Walk with a host that answers when it can; as many calls run at a time as the walk begins. */
export async function driveWalk<T>(walk: Walking<T>, host: CallHost): Promise<T> {
  const running = new Map<GraphCall, Promise<FinishedCall>>()
  let reply: Reply
  for (;;) {
    const step = walk.next(reply)
    reply = undefined
    if (step.done) {
      // A walk that met a limit leaves calls behind; what they do ends before the walk does.
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

/** Walk with answers that are there at once: recorded ones, pins, tests. */
export function replayWalk<T>(walk: Walking<T>, answer: (call: GraphCall) => CallAnswer): T {
  const begun: GraphCall[] = []
  let reply: Reply
  for (;;) {
    const step = walk.next(reply)
    reply = undefined
    if (step.done) return step.value
    if (step.value.kind === 'start') begun.push(step.value.call)
    else if (step.value.kind === 'wait') {
      // Answered only here: calls that a limit left running need no answer.
      const call = begun.shift()
      if (call) reply = { call, answer: answer(call) }
    }
  }
}
