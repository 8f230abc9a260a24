import { randomBytes } from 'node:crypto'
import type { Plan } from '#core/answer'
import type { AnalysedCall } from '#core/run'
import type { SandboxLevel } from '../sandbox/command.ts'
import type { AnalysedGraph } from '../engine/host.ts'
import type { SnapshotFile } from '../sandbox/materialize.ts'

/** An analyzed run that waits for confirmation. It is bound to its digest and its client, and can start once. */
export interface PendingRun {
  readonly call: AnalysedCall & { readonly plan: Plan }
  readonly files: readonly SnapshotFile[]
  readonly digest: string
  /** The data for the walk of a graph (R16.1); null for other items. */
  readonly graph: AnalysedGraph | null
  /** Bytes of memory that the run uses while it waits. */
  readonly bytes: number
  readonly client: string
  /** The session that may read and cancel the run; null on a local server, where all requests are from one user. */
  readonly session: string | null
  /** The level that the user saw; a run at another level needs a new approval. */
  readonly level: SandboxLevel
  /**
   * The trace step of its analysis, the parent of all later steps; empty if a server of an earlier version created the
   * run.
   */
  readonly traceparent: string
}

export interface PendingRuns {
  /** Store a run under a new nonce; undefined if this run alone exceeds the limit. */
  keep(run: PendingRun): string | undefined
  /** The run of a nonce. Undefined if the nonce is unknown, expired, used or evicted, or belongs to another client. */
  find(nonce: string, client: string): PendingRun | undefined
  /** Invalidate the nonce. */
  drop(nonce: string): void
  close(): void
}

/** The settings `pending_runs`, `pending_bytes`, `client_pending_runs` and `pending_seconds`. */
export interface PendingBounds {
  readonly count: number
  readonly bytes: number
  readonly perClient: number
  readonly validMs: number
}

interface Kept {
  readonly run: PendingRun
  readonly until: number
}

/**
 * The waiting runs of this process. A client that exceeds its share loses its own oldest run. If the total is too
 * large, the client whose runs use the most memory loses its oldest run. So a client cannot evict the runs of others.
 */
export function openPendingRuns(bounds: PendingBounds, now: () => number = () => performance.now()): PendingRuns {
  const kept = new Map<string, Kept>()
  let timer: NodeJS.Timeout | undefined
  const prune = (): void => {
    // All runs have the same lifetime, so the first entry is the oldest.
    for (const [nonce, { until }] of kept) {
      if (until > now()) break
      kept.delete(nonce)
    }
    clearTimeout(timer)
    const [oldest] = kept.values()
    timer = oldest && setTimeout(prune, oldest.until - now()).unref()
  }
  const dropOldestOf = (client: string): void => {
    for (const [nonce, { run }] of kept) if (run.client === client) return void kept.delete(nonce)
  }
  const sharesOf = (): ReadonlyMap<string, { readonly count: number; readonly bytes: number }> => {
    const shares = new Map<string, { count: number; bytes: number }>()
    for (const { run } of kept.values()) {
      const share = shares.get(run.client) ?? { count: 0, bytes: 0 }
      shares.set(run.client, { count: share.count + 1, bytes: share.bytes + run.bytes })
    }
    return shares
  }
  const makeRoom = (): void => {
    for (;;) {
      const shares = [...sharesOf()].sort(([, a], [, b]) => b.bytes - a.bytes)
      const total = shares.reduce((sum, [, { bytes }]) => sum + bytes, 0)
      const [largest] = shares
      if (largest === undefined || (total <= bounds.bytes && kept.size <= bounds.count)) return
      dropOldestOf(largest[0])
    }
  }
  return {
    keep(run) {
      const { bytes } = run
      if (bytes > bounds.bytes) return undefined
      const nonce = randomBytes(24).toString('base64url')
      kept.set(nonce, { run, until: now() + bounds.validMs })
      prune()
      if ((sharesOf().get(run.client)?.count ?? 0) > bounds.perClient) dropOldestOf(run.client)
      makeRoom()
      return nonce
    },
    find(nonce, client) {
      prune()
      const found = kept.get(nonce)?.run
      return found?.client === client ? found : undefined
    },
    drop: (nonce) => void kept.delete(nonce),
    close() {
      clearTimeout(timer)
      kept.clear()
    },
  }
}
