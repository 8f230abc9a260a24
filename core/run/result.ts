import { isRequest } from '../rules/primitives.ts'
import type { Analysis } from '../answer/analysis.ts'
import type { WalkResult } from '../graph/ending.ts'
import { describeEnding } from './describe-ending.ts'
import { portableChain, type PortableElement } from './lock-run.ts'
import type { Ending, HttpOutcome, Outcome, ProcessOutcome, RunOutput } from './outcome.ts'
import { parseJson } from '../read/json.ts'
import { plain } from '../read/located.ts'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, isTruthy, type Value } from '../read/value/value.ts'
import type { TraceEvent } from '../trace.ts'
import type { FileToWrite } from '../trust/integrity/sign.ts'

/** The result of a call and its ending (R14.1, R14.2), in the same format on every host. */
export interface ExecutionResult {
  readonly success: boolean
  readonly data: JsonValue
  /**
   * The tool's own error unchanged, of any type; a string if the engine reports the error; null for a success.
   */
  readonly error: JsonValue
  /** Whole milliseconds, rounded by `timeTaken`. */
  readonly duration_ms: number
  readonly chain: readonly PortableElement[]
  readonly metadata: { readonly resolved_env_keys: readonly string[]; readonly lockfile_used: boolean }
  readonly trace: readonly TraceEvent[]
  readonly ending: Ending
  /** The output of the primitive, without its ending; null if the call did not run. */
  readonly output: RunOutput | null
  /** R11.3: the lockfile to write after a first success. */
  readonly lockfile: FileToWrite | null
  /** R16.1: the walk of a graph tool, with the results of its calls. It is not sent with the result. */
  readonly graph?: GraphRun
}

/** The duration of a call in its result and trace, rounded to whole milliseconds. */
export function timeTaken(milliseconds: number): number {
  return Math.round(milliseconds)
}

/** The parts of a finished process that its result needs. */
export interface ProcessOutput {
  readonly success: boolean
  readonly stdout: string
  readonly stderr: string
  readonly return_code: number
}

/** The part of a result that depends on the output (R14.1). */
export interface OutputReading {
  readonly success: boolean
  readonly data: Value
  /** The tool's own `error` unchanged, of any type; otherwise a string; null without an error. */
  readonly error: Value
}

/** R14.1: reads an outcome of any primitive. `raw` means that the dialect returns the output unchanged (R9K, K4). */
export function readOutcome(outcome: Outcome, raw = false): OutputReading {
  if (isRequest(outcome)) return readResponse(outcome)
  const read = raw ? rawOutput(outputOf(outcome)) : readOutput(outputOf(outcome))
  // The last output of a stopped tool is not the reason why it was stopped.
  const saysItself = outcome.ending.kind === 'exited' || outcome.ending.kind === 'not-started'
  return saysItself ? read : { ...read, error: describeEnding(outcome.ending, outcome.limit).text }
}

/** R9K, K4: the data is a mapping with the unchanged output: `stdout`, `stderr` and `returncode`. */
function rawOutput({ success, stdout, stderr, return_code }: ProcessOutput): OutputReading {
  const data = new Map<Value, Value>([
    ['stdout', stdout],
    ['stderr', stderr],
    ['returncode', return_code],
  ])
  return { success, data, error: success ? null : stderr }
}

/** R15.2: reads a response. Status codes 200 to 399 are a success. */
function readResponse(outcome: HttpOutcome): OutputReading {
  const { ending } = outcome
  const status = ending.kind === 'responded' ? ending.status_code : 0
  const data = new Map<Value, Value>([
    ['status_code', status],
    ['body', decodeValue(outcome.body)],
    ['headers', new Map(Object.entries(outcome.headers))],
  ])
  const success = status >= 200 && status < 400
  const { text } = describeEnding(ending, outcome.limit)
  const reason = ending.kind === 'responded' ? `HTTP ${status}` : 'reason' in ending ? ending.reason : text
  return { success, data, error: success ? null : reason }
}

/**
 * R14.1, X9: reads an output. JSON output becomes the data, and an object with `"success": false` makes the result
 * fail. For other output, the data is a mapping of `stdout`, `stderr` and `return_code`.
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

function errorOf(output: ProcessOutput, said: ReadonlyMap<Value, Value> | undefined): Value {
  if (!output.success && output.stderr !== '') return output.stderr
  if (said) return [said.get('error'), said.get('stderr')].find(isTruthy) ?? ''
  return output.success ? null : output.stderr
}

/** The output of an outcome. If the process did not exit by itself, the return code is -1. */
export function outputOf(outcome: ProcessOutcome): ProcessOutput {
  const { ending } = outcome
  const return_code = ending.kind === 'exited' ? ending.return_code : -1
  const stderr = ending.kind === 'not-started' ? ending.reason : outcome.stderr.text
  return { success: return_code === 0, stdout: outcome.stdout.text, stderr, return_code }
}

/** R14.1: the parts of a result that the analysis determines, without machine-dependent values. */
export function knownBefore(
  call: Pick<Analysis, 'chain' | 'dialect' | 'env' | 'lockfile'>,
): Pick<ExecutionResult, 'chain' | 'metadata'> {
  return {
    chain: portableChain(call),
    metadata: {
      resolved_env_keys: Object.keys(call.env ?? {}).sort(),
      lockfile_used: call.lockfile.state === 'matches',
    },
  }
}

/** A walk with the results of its calls, by address. Nested graphs contain their own walks. */
export interface GraphRun {
  readonly walk: WalkResult
  readonly calls: ReadonlyMap<string, ExecutionResult>
}
