import { relative } from 'node:path'
import { WriteFault } from './write-fault.ts'

/**
 * Why something was not done, where that is no bug: `usage` cannot be understood, or names what is not there or cannot be read; `trouble`
 * cannot be carried out; `no-sandbox` is a trouble of the machine, where nothing can be run at all.
 */
type Kind = 'usage' | 'trouble' | 'no-sandbox'

/** What is reported to a person, by every face in its own way; all other errors are bugs, or what the disk says. */
export class ReportedError extends Error {
  readonly kind: Kind
  /** What happened and where, and what anyone can do about it. */
  readonly what: string
  /** What to do about it at a command line, which other faces have no use for. */
  readonly action: string

  constructor(kind: Kind, what: string, action = '') {
    super(what + action)
    this.kind = kind
    this.what = what
    this.action = action
  }
}

/** Whether an error says that what was asked for cannot be understood, or is not there: exit code 2. */
export function isUsage(error: unknown): error is ReportedError {
  return error instanceof ReportedError && error.kind === 'usage'
}

/** Whether an error says that what was asked for cannot be carried out: exit code 1. */
export function isTrouble(error: unknown): error is ReportedError {
  return error instanceof ReportedError && error.kind !== 'usage'
}

/**
 * What went wrong, where it is not a bug: a trouble, or what the disk refuses (no space, no right). A path is written from the folder
 * that the person is in. Undefined for a bug, which keeps its stack.
 */
export function troubleIn(error: unknown, { cwd }: { readonly cwd: string }): string | undefined {
  if (error instanceof WriteFault) return `${relative(cwd, error.path)} was not written: ${error.reason}.`
  return error instanceof Error && (isTrouble(error) || codeOf(error) !== '') ? error.message : undefined
}

/** Why the disk refuses a write, for a sentence that names the file. Any other error is thrown again. */
export function writingTrouble(error: unknown): string {
  if (error instanceof WriteFault) return `${error.reason}.`
  if (!(error instanceof Error) || (!isTrouble(error) && codeOf(error) === '')) throw error
  return error.message
}

/** The code of an error that the system gave, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
