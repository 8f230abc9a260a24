import { relative } from '../disk-paths.ts'
import { WriteFault } from './write-fault.ts'

/**
 * The kind of an expected failure. `usage`: the request is invalid, or its file is missing or unreadable. `trouble`:
 * the request cannot be carried out. `no-sandbox`: this machine cannot run anything.
 */
type Kind = 'usage' | 'trouble' | 'no-sandbox'

/** An error for the user, which each interface reports in its own format. All other errors are bugs or disk errors. */
export class ReportedError extends Error {
  readonly kind: Kind
  /** The message for the user: the event, its location, and the next action. */
  readonly what: string
  /** The next action on a command line; other interfaces omit it. */
  readonly action: string

  constructor(kind: Kind, what: string, action = '') {
    super(what + action)
    this.kind = kind
    this.what = what
    this.action = action
  }
}

/** Whether the request is invalid or names something that does not exist: exit code 2. */
export function isUsage(error: unknown): error is ReportedError {
  return error instanceof ReportedError && error.kind === 'usage'
}

/** Whether the request cannot be carried out: exit code 1. */
export function isTrouble(error: unknown): error is ReportedError {
  return error instanceof ReportedError && error.kind !== 'usage'
}

/**
 * The message of an error that is not a bug: a failed request, or an error of the disk (full, no permission). Paths are
 * relative to the user's current folder. Undefined for a bug, whose stack trace is needed.
 */
export function troubleIn(error: unknown, { cwd }: { readonly cwd: string }): string | undefined {
  if (error instanceof WriteFault) return `${relative(cwd, error.path)} was not written: ${error.reason}.`
  return error instanceof Error && (isTrouble(error) || codeOf(error) !== '') ? error.message : undefined
}

/** The disk's reason for refusing a write, for a sentence that names the file. Rethrows any other error. */
export function writingTrouble(error: unknown): string {
  if (error instanceof WriteFault) return `${error.reason}.`
  if (!(error instanceof Error) || (!isTrouble(error) && codeOf(error) === '')) throw error
  return error.message
}

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
