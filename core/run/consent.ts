import { isRequest } from '../rules/primitives.ts'
import type { HttpAuth, HttpPlan, Plan, ProcessPlan } from '../answer/analysis.ts'
import { writeJson } from '../read/value/write-json.ts'
import { visible, visibleLines } from '../text/visible.ts'

/** One action of a run, in separate parts, so that no text can imitate another part. */
export interface ConsentPart {
  readonly name: string
  readonly parts: readonly string[]
}

/**
 * The complete effect of a plan, for approval before it runs: every argument, variable, header and leaf of the request.
 * Invisible characters are escaped, and unset settings are listed.
 */
export function consentTo(plan: Plan): readonly ConsentPart[] {
  return isRequest(plan) ? ofRequest(plan) : ofProcess(plan)
}

function ofProcess({ command, args, env, cwd, input, timeout }: ProcessPlan): readonly ConsentPart[] {
  return [
    { name: 'command', parts: [command, ...args].map(shown) },
    { name: 'stdin', parts: [input === null ? '(nothing)' : shown(input)] },
    { name: 'cwd', parts: [cwd === null ? '(not set: starts in /project)' : shown(cwd)] },
    { name: 'env', parts: pairs(env, '=') },
    { name: 'timeout', parts: [timeoutText(timeout)] },
  ]
}

function ofRequest({ method, url, headers, body, auth, retry, timeout, mode }: HttpPlan): readonly ConsentPart[] {
  const { max_attempts, backoff } = retry
  return [
    { name: 'request', parts: [`${visible(method)} ${visible(url)}`] },
    { name: 'headers', parts: pairs(headers, ': ') },
    { name: 'auth', parts: [auth === null ? '(none)' : shownAuth(auth)] },
    {
      name: 'body',
      parts: [body === null ? '(nothing)' : shown(typeof body === 'string' ? body : writeJson(body))],
    },
    {
      name: 'retry',
      parts: [max_attempts > 1 ? `up to ${max_attempts} attempts, backoff ${backoff}` : '(no second attempt)'],
    },
    { name: 'answer', parts: [mode === 'stream' ? 'a stream of events' : 'one response'] },
    { name: 'timeout', parts: [timeoutText(timeout)] },
  ]
}

/** R9.10: a timeout in words; null means that the plan sets none. */
function timeoutText(timeout: number | null): string {
  return timeout === null ? "(none: the host's limit applies)" : `${timeout} s`
}

function shownAuth(auth: HttpAuth): string {
  return auth.type === 'bearer'
    ? `Authorization: Bearer ${shown(auth.token)}`
    : `${visible(auth.header)}: ${shown(auth.key)}`
}

function pairs(record: Readonly<Record<string, string>>, between: string): readonly string[] {
  const parts = Object.entries(record).map(([name, value]) => `${visible(name)}${between}${shown(value)}`)
  return parts.length > 0 ? parts : ['(nothing)']
}

/** A string, in quotes if it is empty or begins or ends with whitespace. */
function shown(text: string): string {
  const seen = visibleLines(text)
  return text === '' || text !== text.trim() ? `“${seen}”` : seen
}
