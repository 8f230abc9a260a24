import { writeJson } from '#core/read'
import { execute, type AnalysedCall, type ExecutionResult, type Outcome, type ProcessOutcome } from '#core/run'

/** What a run printed, to be read (R14.1). All of it is plain data. */
export interface OutputTask {
  /** The call without its trace, which says nothing of the output. */
  readonly call: AnalysedCall
  /** The outcome without the files that the run left. */
  readonly outcome: Outcome
  /** ISO time with offset. */
  readonly now: string
}

/** The result, its trace of the run alone; its data as JSON text as it is sent. */
export interface ReadOutput {
  readonly result: Omit<ExecutionResult, 'data'>
  readonly data: string
}

/** Characters of output that are read where everybody is answered: it takes about as long as a slice of `Turns`. */
const mostHere = 10_000

/** Whether output is so long that another thread should read it. */
export function isLong({ stdout }: ProcessOutcome): boolean {
  return stdout.text.length > mostHere
}

/** R14.1: what the output of a run says. A megabyte of JSON takes a second. */
export async function readOutput({ call, outcome, now }: OutputTask): Promise<ReadOutput> {
  const { data, ...result } = await execute(call, { run: () => Promise.resolve(outcome), now: () => now })
  return { result, data: writeJson(data) }
}
