import type { FileChange, LeftOut, Outcome, Plan } from '#core'

/** A lane's ending in words, and whether it is a success. */
export interface EndingText {
  readonly text: string
  readonly ok: boolean
  /** What the person can do about it. */
  readonly advice: string
}

/** Tell how a run ended; each ending is told apart (R14.2). */
export function endingText(outcome: Outcome): EndingText {
  const { ending } = outcome
  const limit = outcome.limit === undefined ? '' : ` (limit ${outcome.limit})`
  switch (ending.kind) {
    case 'exited':
      return { text: `exited ${ending.return_code}`, ok: ending.return_code === 0, advice: deniedText(outcome) }
    case 'responded':
      return { text: `responded ${ending.status_code}`, ok: ending.status_code < 400, advice: '' }
    case 'killed':
      return { text: `killed by ${ending.signal}${limit}`, ok: false, advice: 'Something outside the tool ended it.' }
    case 'timed-out':
      return {
        text: `timed out after ${seconds(ending.after_ms)}${limit}`,
        ok: false,
        advice: 'Look for a loop that does not end, or raise the timeout in the config.',
      }
    case 'out-of-memory':
      return {
        text: `out of memory at ${mib(ending.limit_bytes)}${limit}`,
        ok: false,
        advice: 'Work on the data in pieces.',
      }
    case 'output-limit':
      return {
        text: `stopped: more output than ${mib(ending.limit_bytes)}${limit}`,
        ok: false,
        advice: 'Print less; the beginning and the end are kept.',
      }
    case 'cancelled':
      return { text: 'stopped by you', ok: false, advice: '' }
    case 'not-started':
      return { text: 'not started', ok: false, advice: ending.reason }
    case 'failed':
      return { text: 'failed', ok: false, advice: ending.reason }
  }
}

function deniedText(outcome: Outcome): string {
  const calls = outcome.primitive === 'http_client' ? [] : (outcome.denied_calls ?? [])
  return calls.length === 0 ? '' : `The sandbox refuses the system call ${calls.join(', ')} to every tool.`
}

/** A changed file that is known by its name alone, and why in words. */
export interface NamedChange {
  readonly path: string
  readonly change: FileChange['change']
  readonly because: string
}

/** The changed files of a run whose content the result does not carry, so that they can only be named. */
export function changesByName(outcome: Outcome): readonly NamedChange[] {
  if (outcome.primitive === 'http_client') return []
  return (outcome.changes ?? [])
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

/** Standard output that is JSON is the data of the result (R14.1); undefined where it is none. */
export function dataOf(outcome: Outcome): { readonly data: unknown } | undefined {
  if (outcome.primitive === 'http_client') return { data: outcome.body }
  try {
    return { data: JSON.parse(outcome.stdout.text) as unknown }
  } catch {
    return undefined
  }
}

/** What the prediction promises: the request, or the command with each argument on a line of its own. */
export function predictionText(plan: Plan): string {
  if (plan.primitive === 'http_client') return `${plan.method} ${plan.url}`
  return [plan.command, ...plan.args].join('\n')
}

/** A duration as one reads it. */
export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

function mib(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.round(bytes / 1024)} KiB` : `${Math.round(bytes / 1_048_576)} MiB`
}
