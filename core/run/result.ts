import type { ProcessOutcome } from './outcome.ts'
import { parseJson } from '../read/json.ts'
import { plain } from '../read/located.ts'
import { isDict, isTruthy, type Value } from '../read/value/value.ts'
import { pyStr } from '../read/value/text.ts'

/** What a finished process gave, as far as the result needs it. */
export interface ProcessOutput {
  readonly success: boolean
  readonly stdout: string
  readonly stderr: string
  readonly return_code: number
}

/** The part of a result that its output decides (R14.1). */
export interface OutputReading {
  readonly success: boolean
  readonly data: Value
  readonly error: string | null
}

/**
 * R14.1, X9: output that is JSON, any JSON value, is the data; an object that says `"success": false` makes the result
 * fail. Otherwise the data is the output itself.
 */
export function readOutput(output: ProcessOutput): OutputReading {
  const parsed = output.stdout === '' ? undefined : parseJson(output.stdout)
  const data = parsed?.kind === 'parsed' ? plain(parsed.document) : undefined
  const saysFailed = isDict(data) && data.get('success') === false
  return {
    success: output.success && !saysFailed,
    data:
      data ??
      (data === null
        ? null
        : new Map<Value, Value>([
            ['stdout', output.stdout],
            ['stderr', output.stderr],
            ['return_code', output.return_code],
          ])),
    error: errorOf(output, saysFailed ? data : undefined),
  }
}

function errorOf(output: ProcessOutput, said: ReadonlyMap<Value, Value> | undefined): string | null {
  if (!output.success && output.stderr !== '') return output.stderr
  if (said) {
    const told = [said.get('error'), said.get('stderr')].find(isTruthy)
    return told === undefined ? '' : pyStr(told)
  }
  return output.success ? null : output.stderr
}

/** How a process ended that did not exit by itself, in words; null where it did, or says so itself (R14.2). */
export function endingInWords({ ending, limit }: ProcessOutcome): string | null {
  const cut = limit === undefined ? '' : ` (limit ${limit})`
  switch (ending.kind) {
    case 'exited':
    case 'not-started':
      return null
    case 'killed':
      return `killed by ${ending.signal}${cut}`
    case 'timed-out':
      return `timed out after ${ending.after_ms / 1000} s${cut}`
    case 'out-of-memory':
      return `out of memory at ${ending.limit_bytes} bytes${cut}`
    case 'output-limit':
      return `ended for more than ${ending.limit_bytes} bytes of output${cut}`
    case 'cancelled':
      return 'cancelled'
  }
}

/** The output of an outcome; an ending that is no exit has the return code shells use for it, or -1. */
export function outputOf(outcome: ProcessOutcome): ProcessOutput {
  const { ending } = outcome
  const return_code = ending.kind === 'exited' ? ending.return_code : -1
  const stderr = ending.kind === 'not-started' ? ending.reason : outcome.stderr.text
  return { success: return_code === 0, stdout: outcome.stdout.text, stderr, return_code }
}
