/** The HTTP statuses of refusals. */
export type TroubleStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 421 | 422 | 429 | 431 | 500 | 503

/** The error response to a request: the problem, with a remedy. */
export class Refusal extends Error {
  readonly status: TroubleStatus
  readonly code: string
  readonly hint: string
  /** Data in addition to the error, such as the plan that would run. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: TroubleStatus,
    code: string,
    message: string,
    hint: string,
    more: { facts?: Readonly<Record<string, unknown>>; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.hint = hint
    this.facts = more.facts ?? {}
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
