import type { TraceEvent } from '#core/answer'
import { execute, type AnalysedCall } from '#core/run'
import { outcomeOf, type RawOutcome } from '../primitives/http-reply.ts'
import { writtenResult, type WrittenResult } from './written-result.ts'

/** What a run gave, to be read (R14.1). All of it is plain data. */
export interface OutputTask {
  readonly call: AnalysedCall
  /** The outcome without the files that the run left. */
  readonly outcome: RawOutcome
  /** ISO time with offset. */
  readonly now: string
}

/** The result as it is sent, without the files that the run left, and what the run adds to the trace. */
export interface ReadOutput {
  readonly written: WrittenResult
  readonly trace: readonly TraceEvent[]
}

/** Characters or bytes of output that are read where everybody is answered: it takes about as long as a slice of `Turns`. */
const mostHere = 10_000

/** Whether a run gave so much that another thread should read it. */
export function isLong(outcome: RawOutcome): boolean {
  if ('received' in outcome) return outcome.received.pieces.reduce((sum, { length }) => sum + length, 0) > mostHere
  return 'stdout' in outcome && outcome.stdout.text.length + outcome.stderr.text.length > mostHere
}

/** R14.1: what the output of a run says. A megabyte of JSON takes a second. */
export async function readOutput({ call, outcome, now }: OutputTask): Promise<ReadOutput> {
  const trace: TraceEvent[] = []
  const result = await execute(call, {
    run: () => Promise.resolve(outcomeOf(outcome)),
    now: () => now,
    trace: (event) => trace.push(event),
  })
  return { written: writtenResult(result), trace: trace.slice(call.trace.length) }
}
