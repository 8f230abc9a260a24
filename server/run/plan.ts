/** What a primitive is asked to do (R9.6). The fields keep the spelling of the document that the page shows. */
export type ExecutionPlan = ProcessPlan | HttpPlan

export interface ProcessPlan {
  readonly primitive: 'execute' | 'subprocess'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** An absolute path of the workspace; null means `/project`. */
  readonly cwd: string | null
  readonly input: string | null
  /** Seconds; null means the default of R15.1. */
  readonly timeout: number | null
}

export interface HttpPlan {
  readonly primitive: 'http_client'
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly auth: HttpAuth | null
  readonly retry: HttpRetry | null
  /** Seconds; null means the default of R15.2. */
  readonly timeout: number | null
  readonly mode: 'sync' | 'stream'
}

export type HttpAuth =
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'api_key'; readonly key: string; readonly header: string }

export interface HttpRetry {
  readonly max_attempts: number
  readonly backoff: string
}
