import type { TraceEvent } from '#core/answer'
import { execute, type AnalysedCall } from '#core/run'
import { outcomeOf, type RawOutcome } from '../primitives/http-reply.ts'
import { writtenResult, type WrittenResult } from './written-result.ts'

/** The unparsed output of a run (R14.1), as plain data. */
export interface OutputTask {
  readonly call: AnalysedCall
  /** The outcome without the files that the run changed. */
  readonly outcome: RawOutcome
  /** ISO time with offset. */
  readonly now: string
}

/** The result as it is sent, without the changed files, and the run's part of the trace. */
export interface ReadOutput {
  readonly written: WrittenResult
  readonly trace: readonly TraceEvent[]
}

/** Maximum characters or bytes of output that the event loop parses itself, in about one slice of `Turns`. */
const mostHere = 10_000

/** Whether the output of a run is too long for the event loop. */
export function isLong(outcome: RawOutcome): boolean {
  if ('received' in outcome) return outcome.received.pieces.reduce((sum, { length }) => sum + length, 0) > mostHere
  return 'stdout' in outcome && outcome.stdout.text.length + outcome.stderr.text.length > mostHere
}

/** R14.1: parse the output of a run. A megabyte of JSON takes about a second. */
export async function readOutput({ call, outcome, now }: OutputTask): Promise<ReadOutput> {
  const trace: TraceEvent[] = []
  const result = await execute(call, {
    run: () => Promise.resolve(outcomeOf(outcome)),
    now: () => now,
    trace: (event) => trace.push(event),
  })
  return { written: writtenResult(result), trace: trace.slice(call.trace.length) }
}
