import { isRequest } from '../rules/primitives.ts'
import type { Ending, RunOutput } from './outcome.ts'

/** The ending of a run, in words. */
export interface EndingText {
  /** Without a period, so that it can follow a name: `killed by SIGKILL (limit cpu_seconds)`. */
  readonly text: string
  /** The next action for the user; empty if there is none. */
  readonly advice: string
}

/**
 * Describes the ending of a run. The `error` of a result, the page and the command line use the same words (R14.2).
 * @param limit The name of the limit that ended the run, if any.
 */
export function describeEnding(ending: Ending, limit?: string): EndingText {
  const by = limit === undefined ? '' : ` (limit ${limit})`
  switch (ending.kind) {
    case 'exited':
      return { text: `exited ${ending.return_code}`, advice: '' }
    case 'responded':
      return { text: `responded ${ending.status_code}`, advice: '' }
    case 'killed':
      return {
        text: `killed by ${ending.signal}${by}`,
        advice:
          limit === undefined
            ? "The tool crashed, or a process stopped it. Read the tool's standard error."
            : 'Reduce the work of the tool, or raise the limit.',
      }
    case 'timed-out':
      return {
        text: `timed out after ${ending.after_ms / 1000} s${by}`,
        advice: 'Look for an endless loop. Otherwise, raise the timeout in the config, or the limit of the host.',
      }
    case 'out-of-memory':
      return {
        text: `out of memory at ${sizeText(ending.limit_bytes)}${by}`,
        advice: 'Process the data in smaller parts.',
      }
    case 'output-limit':
      return {
        text: `stopped: more output than ${sizeText(ending.limit_bytes)}${by}`,
        advice: 'Print less output. The result contains the beginning and the end of the output.',
      }
    case 'cancelled':
      return { text: 'cancelled', advice: '' }
    case 'worker-lost':
      return {
        text: 'stopped: the worker was lost',
        advice: 'The tool might have done part of its work. Check its effects before you run it again.',
      }
    case 'not-started':
      return { text: 'not started', advice: ending.reason }
    case 'failed':
      return { text: 'failed', advice: ending.reason }
    case 'refused':
      return { text: 'refused', advice: ending.diagnostics.map(({ message }) => message).join(' ') }
  }
}

interface Ended {
  readonly ending: Ending
  readonly output: RunOutput | null
  readonly success: boolean
}

/**
 * Describes the ending of a result, including a failure that the tool reports despite exit code 0, and refused system
 * calls.
 */
export function describeResult({ ending, output, success }: Ended): EndingText {
  const described = describeEnding(ending, output?.limit)
  if (ending.kind !== 'exited') return described
  const saysFailed = ending.return_code === 0 && !success ? ', but reported a failure' : ''
  const denied = output === null || isRequest(output) ? [] : (output.denied_calls ?? [])
  const advice =
    denied.length === 0
      ? ''
      : `The sandbox blocks the system ${denied.length === 1 ? 'call' : 'calls'} ${denied.join(', ')} for every tool.`
  return { text: described.text + saysFailed, advice }
}

function sizeText(bytes: number): string {
  if (bytes >= 1_048_576) return `${Math.round(bytes / 1_048_576)} MiB`
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KiB` : `${bytes} bytes`
}
