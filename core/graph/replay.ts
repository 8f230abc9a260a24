import type { Host } from '../input/host.ts'
import { addressText } from './address.ts'
import { replayWalk } from './call-host.ts'
import type { CallAnswer, GraphCall } from './effects.ts'
import type { WalkResult } from './ending.ts'
import type { CallRecord, StepRecord } from './record.ts'
import { walkGraph, type WalkRequest } from './walk.ts'

/** The reason why a replay stopped: a call is not recorded, or its action differs from the recorded action. */
interface ReplayStop {
  readonly address: string
  readonly item_id: string
  readonly why: 'not-recorded' | 'another-action'
}

/** A walk with recorded results. If it stopped, its records end before the step that could not be replayed. */
export interface Replay {
  readonly walk: WalkResult
  readonly stopped: ReplayStop | null
  /** Calls that used a recorded result. */
  readonly reused: number
}

/**
 * Replays a graph with the results and the clock of its recorded steps. Calls are matched by address. A replay makes no
 * calls, so it has no effects. If the graph has changed, the replay stops at the first call that does not match the
 * records.
 */
export function replayRecorded(
  request: WalkRequest,
  recorded: readonly StepRecord[],
  host: Pick<Host, 'sha256'>,
): Replay {
  const calls = new Map(
    recorded
      .flatMap(({ calls, hooks }) => [...calls, ...hooks.flatMap(({ call }) => call ?? [])])
      .map((call) => [addressText(call.address), call]),
  )
  let steps = 0
  let reused = 0
  let stopped: ReplayStop | null = null
  const answer = (call: GraphCall): CallAnswer => {
    // R16.5: results of walk-level hooks have no effect, and steps do not record them.
    if (call.address.node === null) return { raw: null }
    const address = addressText(call.address)
    const record = calls.get(address)
    if (record?.digest === call.digest && record.outcome !== 'refused') {
      reused++
      return answerOf(record)
    }
    stopped ??= { address, item_id: call.item_id, why: record ? 'another-action' : 'not-recorded' }
    return { threw: 'the call was not recorded' }
  }
  const kept: StepRecord[] = []
  const walk = replayWalk(
    walkGraph(request, {
      ...host,
      now: () => (recorded[steps] ?? recorded.at(-1))?.now ?? 0,
      cancelled: () => stopped !== null,
      observe: (event) => {
        if (event.kind !== 'step_recorded') return
        steps++
        if (stopped === null) kept.push(event.record)
      },
    }),
    answer,
  )
  return { walk: stopped === null ? walk : { ...walk, records: kept }, stopped, reused }
}

/** An answer that unwraps to the result of a recorded call. */
function answerOf({ outcome, raw, result, pinned }: CallRecord): CallAnswer {
  const mark = pinned ? { pinned } : {}
  if (outcome === 'threw') return { threw: String(raw), ...mark }
  return { raw: outcome === 'cached' ? new Map([['data', result]]) : raw, ...mark }
}
