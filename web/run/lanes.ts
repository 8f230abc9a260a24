import type { Plan } from '#core/answer'
import { isObject, writeJson, type JsonValue } from '#core/read'
import { isRequest } from '#core/rules'
import type { ExecutionResult, FileChange, LeftOut } from '#core/run'

/** The error that a failed tool reports in its output (R14.1); undefined if there is none, or if it equals stderr. */
export function ownError({ success, error, ending, output }: ExecutionResult): string | undefined {
  if (success || ending.kind !== 'exited' || output === null || isRequest(output)) return undefined
  if (error === null || error === '' || error === output.stderr.text) return undefined
  return typeof error === 'string' ? error : writeJson(error, { indent: '  ' })
}

/** The text of both streams of a process; empty for a request. */
export function printedBy({ output }: ExecutionResult): string {
  return output === null || isRequest(output) ? '' : `${output.stdout.text}\n${output.stderr.text}`
}

/** A changed file without its content, with the reason. */
export interface NamedChange {
  readonly path: string
  readonly change: FileChange['change']
  readonly because: string
}

/** The changed files that the result of a run contains without content. */
export function changesByName({ output }: ExecutionResult): readonly NamedChange[] {
  if (output === null || isRequest(output)) return []
  return (output.changes ?? [])
    .filter(({ change, bytes }) => bytes === null && change !== 'deleted')
    .map(({ path, change, left_out }) => ({ path, change, because: leftOutText(left_out) }))
}

function leftOutText(left_out: LeftOut | undefined): string {
  switch (left_out?.kind) {
    case 'limit':
      return `too large for a result (limit ${left_out.limit})`
    case 'no-file':
      return 'a link or device, not a file'
    case 'unreadable':
      return 'not readable: the tool removed the read permission'
    case 'name':
      return 'name is not valid UTF-8'
    case undefined:
      return 'content not included'
  }
}

/** The data of a result if the data differs from the output (R14.1); for a request, the body. */
export function dataOf({ data, output }: ExecutionResult): { readonly data: JsonValue } | undefined {
  if (output === null) return undefined
  if (isRequest(output)) return { data: isObject(data) ? (data['body'] ?? null) : null }
  const isOutput = isObject(data) && 'return_code' in data && data['stdout'] === output.stdout.text
  return isOutput ? undefined : { data }
}

/** The predicted request, or the predicted command with one argument per line. */
export function predictionText(plan: Plan): string {
  if (isRequest(plan)) return `${plan.method} ${plan.url}`
  return [plan.command, ...plan.args].join('\n')
}

/** The position of a run in the server's queue as text, with the estimated waiting time. */
export function placeText({
  position,
  estimate_ms,
}: {
  readonly position: number
  readonly estimate_ms: number
}): string {
  if (position === 0) return 'Next in the queue…'
  const before = position === 1 ? '1 run' : `${position} runs`
  return `Waiting: ${before} ahead, about ${seconds(estimate_ms)}`
}

/** A duration as text: in ms below one second, otherwise in seconds with one decimal place. */
export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
