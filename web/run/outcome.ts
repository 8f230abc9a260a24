import {
  pathProblem,
  type CapturedText,
  type FileChange,
  type HttpEnding,
  type HttpOutcome,
  type LeftOut,
  type Outcome,
  type ProcessEnding,
  type ProcessOutcome,
} from '#core'

type Fields = Readonly<Record<string, unknown>>

/** A lockfile that a first success gave, not yet part of any draft (R11.3). */
export interface OfferedLockfile {
  readonly path: string
  readonly text: string
}

/** What a server sends when a run has ended, read. */
export interface RunResult {
  readonly outcome: Outcome
  readonly lockfile: OfferedLockfile | undefined
}

/** Read the `result` event of a run; undefined where it is none (R14.2). */
export function parseRunResult(value: unknown): RunResult | undefined {
  if (!isFields(value)) return undefined
  const outcome = parseOutcome(value['outcome'])
  return outcome && { outcome, lockfile: parseLockfile(value['lockfile']) }
}

/** Read an outcome as it travels: the bytes of changed files are base64 there (R14.2). Undefined where it is none. */
export function parseOutcome(value: unknown): Outcome | undefined {
  if (!isFields(value)) return undefined
  if (value['primitive'] === 'http_client') return httpOutcome(value)
  return value['primitive'] === 'subprocess' || value['primitive'] === 'execute'
    ? processOutcome(value, value['primitive'])
    : undefined
}

function processOutcome(fields: Fields, primitive: ProcessOutcome['primitive']): ProcessOutcome | undefined {
  const ending = processEnding(fields['ending'])
  const stdout = captured(fields['stdout'])
  const stderr = captured(fields['stderr'])
  const { duration_ms, limit, changes } = fields
  if (!ending || !stdout || !stderr || !isNumber(duration_ms)) return undefined
  const calls = fields['denied_calls']
  const denied = Array.isArray(calls) ? calls.filter((name): name is string => typeof name === 'string') : []
  return {
    primitive,
    ending,
    stdout,
    stderr,
    duration_ms,
    ...(typeof limit === 'string' ? { limit } : {}),
    ...(denied.length > 0 ? { denied_calls: denied } : {}),
    ...(Array.isArray(changes) ? { changes: changes.flatMap((one: unknown) => fileChange(one) ?? []) } : {}),
  }
}

function httpOutcome(fields: Fields): HttpOutcome | undefined {
  const ending = httpEnding(fields['ending'])
  const { headers, body = null, attempts, duration_ms, limit } = fields
  if (!ending || !isFields(headers) || !isNumber(attempts) || !isNumber(duration_ms)) return undefined
  return {
    primitive: 'http_client',
    ending,
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
    body,
    attempts,
    duration_ms,
    ...(typeof limit === 'string' ? { limit } : {}),
  }
}

function processEnding(value: unknown): ProcessEnding | undefined {
  if (!isFields(value)) return undefined
  const { kind, return_code, signal } = value
  if (kind === 'exited') return isNumber(return_code) ? { kind, return_code } : undefined
  if (kind === 'killed') return typeof signal === 'string' ? { kind, signal } : undefined
  if (kind === 'out-of-memory')
    return isNumber(value['limit_bytes']) ? { kind, limit_bytes: value['limit_bytes'] } : undefined
  return commonEnding(value)
}

function httpEnding(value: unknown): HttpEnding | undefined {
  if (!isFields(value)) return undefined
  const { kind, status_code, reason } = value
  if (kind === 'responded') return isNumber(status_code) ? { kind, status_code } : undefined
  if (kind === 'failed') return typeof reason === 'string' ? { kind, reason } : undefined
  return commonEnding(value)
}

/** The endings that a program and a request have in common. */
function commonEnding({ kind, after_ms, limit_bytes, reason }: Fields): (ProcessEnding & HttpEnding) | undefined {
  if (kind === 'timed-out') return isNumber(after_ms) ? { kind, after_ms } : undefined
  if (kind === 'output-limit') return isNumber(limit_bytes) ? { kind, limit_bytes } : undefined
  if (kind === 'not-started') return typeof reason === 'string' ? { kind, reason } : undefined
  return kind === 'cancelled' ? { kind } : undefined
}

function captured(value: unknown): CapturedText | undefined {
  if (!isFields(value)) return undefined
  const { text, bytes, omitted_bytes } = value
  return typeof text === 'string' && isNumber(bytes) && isNumber(omitted_bytes)
    ? { text, bytes, omitted_bytes }
    : undefined
}

function fileChange(value: unknown): FileChange | undefined {
  if (!isFields(value)) return undefined
  const { path, change, base64 } = value
  if (typeof path !== 'string' || pathProblem(path) !== undefined) return undefined
  if (change !== 'created' && change !== 'modified' && change !== 'deleted') return undefined
  const bytes = typeof base64 === 'string' ? decoded(base64) : null
  const left_out = leftOut(value['left_out'])
  return bytes === undefined ? undefined : { path, change, bytes, ...(left_out ? { left_out } : {}) }
}

function leftOut(value: unknown): LeftOut | undefined {
  if (!isFields(value)) return undefined
  const { kind, limit } = value
  if (kind === 'limit') return typeof limit === 'string' ? { kind, limit } : undefined
  return kind === 'no-file' || kind === 'unreadable' || kind === 'name' ? { kind } : undefined
}

function decoded(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function parseLockfile(value: unknown): OfferedLockfile | undefined {
  if (!isFields(value)) return undefined
  const { path, text } = value
  return typeof path === 'string' && typeof text === 'string' && pathProblem(path) === undefined
    ? { path, text }
    : undefined
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
