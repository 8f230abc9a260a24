import type { AwaitedRun } from '../run/desk.ts'
import type { PendingRun } from '../run/pending.ts'

const MOST_RUNS = 64
const MOST_BYTES = 8 * 1024 * 1024

/**
 * What this server analysed last, without its files: most runs are confirmed soon, and at the same server, which then need not fetch and
 * read the whole draft again. Whether a run may still begin is asked of Redis alone.
 */
export class RecentRuns {
  readonly #runs = new Map<string, { readonly run: AwaitedRun; readonly bytes: number }>()
  #bytes = 0

  keep(nonce: string, { call, digest, level, client, session, traceparent, bytes }: PendingRun): void {
    this.#runs.set(nonce, { run: { call, digest, level, client, session, traceparent }, bytes })
    this.#bytes += bytes
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= MOST_RUNS && this.#bytes <= MOST_BYTES) break
      this.drop(oldest)
    }
  }

  find(nonce: string): AwaitedRun | undefined {
    return this.#runs.get(nonce)?.run
  }

  drop(nonce: string): void {
    this.#bytes -= this.#runs.get(nonce)?.bytes ?? 0
    this.#runs.delete(nonce)
  }
}
