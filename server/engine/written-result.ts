import { writeJson } from '#core/read'
import { isRequest } from '#core/rules'
import type { ExecutionResult, RunOutput } from '#core/run'

/** The ending of a run, without any data from the plan or output. */
export interface RunFigures {
  readonly success: boolean
  readonly ending: ExecutionResult['ending']['kind']
  /** Duration in whole milliseconds. */
  readonly duration_ms: number
  /** The limit that ended the run; undefined if none did. */
  readonly limit?: string | undefined
  /** The number of attempts of an HTTP request. */
  readonly attempts?: number
  /** The number of output bytes of a program. */
  readonly stdout_bytes?: number
  readonly stderr_bytes?: number
  /** The number of changed files. */
  readonly changes?: number | undefined
}

/** A result as text and plain data, without the files that the run changed. Any thread can write it. */
export interface WrittenResult {
  readonly figures: RunFigures
  /** The text before the output, including `"output":`. */
  readonly before: string
  /** The output as text; `null` if no command ran. */
  readonly output: string
  /** The whole result text without output, for an output that is too large. */
  readonly withoutOutput: string
}

const leftOut = 'Redis is full: the output was omitted.'

/** Write a result without its changed files, which `withChanges` adds. */
export function writtenResult({ output, ...rest }: ExecutionResult): WrittenResult {
  return {
    figures: figuresOf(rest, output),
    before: `${writeJson(rest).slice(0, -1)},"output":`,
    output: output === null ? 'null' : writeJson(withoutFiles(output)),
    withoutOutput: writeJson({ ...rest, error: rest.error ?? leftOut, data: null, trace: [], output: null }),
  }
}

function withoutFiles(output: RunOutput): RunOutput {
  if (isRequest(output)) return output
  const { changes: _added, ...printed } = output
  return printed
}

function figuresOf(
  { success, ending, duration_ms }: Omit<ExecutionResult, 'output'>,
  output: ExecutionResult['output'],
): RunFigures {
  const common = { success, ending: ending.kind, duration_ms, limit: output?.limit }
  if (output === null) return common
  if (isRequest(output)) return { ...common, attempts: output.attempts }
  return { ...common, stdout_bytes: output.stdout.bytes, stderr_bytes: output.stderr.bytes }
}
