import type { Plan } from '#core/answer'
import { isObject, writeJson, type JsonValue } from '#core/read'
import { isRequest } from '#core/rules'
import type { ExecutionResult, FileChange, LeftOut } from '#core/run'

/** A lane's ending in words. Whether it is a success is the result's own word. */
export interface EndingText {
  readonly text: string
  /** What the person can do about it. */
  readonly advice: string
}

/** Tell how a run ended; each ending is told apart (R14.2). */
export function endingText({ ending, output, success }: ExecutionResult): EndingText {
  const limit = output?.limit === undefined ? '' : ` (limit ${output.limit})`
  switch (ending.kind) {
    case 'exited': {
      const says = ending.return_code === 0 && !success ? ', and says that it failed' : ''
      return { text: `exited ${ending.return_code}${says}`, advice: deniedText(output) }
    }
    case 'responded':
      return { text: `responded ${ending.status_code}`, advice: '' }
    case 'killed':
      return { text: `killed by ${ending.signal}${limit}`, advice: 'Something outside the tool ended it.' }
    case 'timed-out':
      return {
        text: `timed out after ${seconds(ending.after_ms)}${limit}`,
        advice: 'Look for a loop that does not end, or raise the timeout in the config.',
      }
    case 'out-of-memory':
      return { text: `out of memory at ${mib(ending.limit_bytes)}${limit}`, advice: 'Work on the data in pieces.' }
    case 'output-limit':
      return {
        text: `stopped: more output than ${mib(ending.limit_bytes)}${limit}`,
        advice: 'Print less; the beginning and the end are kept.',
      }
    case 'cancelled':
      return { text: 'stopped by you', advice: '' }
    case 'worker-lost':
      return {
        text: 'the machine that ran it was lost',
        advice: 'It may have done a part of its work. Look before you run it again.',
      }
    case 'not-started':
      return { text: 'not started', advice: ending.reason }
    case 'failed':
      return { text: 'failed', advice: ending.reason }
    case 'refused':
      return { text: 'refused', advice: ending.diagnostics.map(({ message }) => message).join(' ') }
  }
}

function deniedText(output: ExecutionResult['output']): string {
  const calls = output === null || isRequest(output) ? [] : (output.denied_calls ?? [])
  return calls.length === 0 ? '' : `The sandbox refuses the system call ${calls.join(', ')} to every tool.`
}

/** The error that a tool gave itself (R14.1), where it is not what stands on its standard error already. */
export function ownError({ success, error, ending, output }: ExecutionResult): string | undefined {
  if (success || ending.kind !== 'exited' || output === null || isRequest(output)) return undefined
  if (error === null || error === '' || error === output.stderr.text) return undefined
  return typeof error === 'string' ? error : writeJson(error, { indent: '  ' })
}

/** A changed file that is known by its name alone, and why in words. */
export interface NamedChange {
  readonly path: string
  readonly change: FileChange['change']
  readonly because: string
}

/** The changed files of a run whose content the result does not carry, so that they can only be named. */
export function changesByName({ output }: ExecutionResult): readonly NamedChange[] {
  if (output === null || isRequest(output)) return []
  return (output.changes ?? [])
    .filter(({ change, bytes }) => bytes === null && change !== 'deleted')
    .map(({ path, change, left_out }) => ({ path, change, because: leftOutText(left_out) }))
}

function leftOutText(left_out: LeftOut | undefined): string {
  switch (left_out?.kind) {
    case 'limit':
      return `larger than the limit ${left_out.limit} lets a result carry`
    case 'no-file':
      return 'a link or a device, no file'
    case 'unreadable':
      return 'closed by the tool, so it could not be read'
    case 'name':
      return 'a name that is no UTF-8 text, so no file here can have it'
    case undefined:
      return 'its content did not come along'
  }
}

/** The data of a result where it is more than the output, which stands beside it (R14.1); of a request its body. */
export function dataOf({ data, output }: ExecutionResult): { readonly data: JsonValue } | undefined {
  if (output === null) return undefined
  if (isRequest(output)) return { data: isObject(data) ? (data['body'] ?? null) : null }
  const isOutput = isObject(data) && 'return_code' in data && data['stdout'] === output.stdout.text
  return isOutput ? undefined : { data }
}

/** What the prediction promises: the request, or the command with each argument on a line of its own. */
export function predictionText(plan: Plan): string {
  if (isRequest(plan)) return `${plan.method} ${plan.url}`
  return [plan.command, ...plan.args].join('\n')
}

/** Where a run stands in the queue of its server. */
export function placeText({
  position,
  estimate_ms,
}: {
  readonly position: number
  readonly estimate_ms: number
}): string {
  if (position === 0) return 'Next in the queue…'
  const before = position === 1 ? 'one run is' : `${position} runs are`
  return `Waiting: ${before} before this one, about ${seconds(estimate_ms)}`
}

/** A duration as one reads it. */
export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

function mib(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.round(bytes / 1024)} KiB` : `${Math.round(bytes / 1_048_576)} MiB`
}
