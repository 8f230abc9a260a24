import { randomBytes } from 'node:crypto'
import type { Plan } from '#core/answer'
import type { AnalysedCall } from '#core/run'
import type { SandboxLevel } from '../sandbox/command.ts'
import type { AnalysedGraph } from '../engine/host.ts'
import type { SnapshotFile } from '../sandbox/materialize.ts'

/** An analyzed run that waits for the person's confirmation: bound to its digest and its client, and started once (PRODUCT, security 5). */
export interface PendingRun {
  readonly call: AnalysedCall & { readonly plan: Plan }
  readonly files: readonly SnapshotFile[]
  readonly digest: string
  /** The data for its walk, if it is a graph (R16.1). */
  readonly graph: AnalysedGraph | null
  /** Its size in memory while it waits, in bytes. */
  readonly bytes: number
  readonly client: string
  /** The session that may read and cancel the run; null on a local server, where all requests are from one person. */
  readonly session: string | null
  /** The level that the person saw; a run at another one needs a new approval. */
  readonly level: SandboxLevel
  /** The trace step of its analysis, the parent of all later ones; empty from a server of an earlier version. */
  readonly traceparent: string
}

export interface PendingRuns {
  /** Keep a run under a new nonce; undefined if it alone exceeds the limit. */
  keep(run: PendingRun): string | undefined
  /** The run of a nonce; undefined if the nonce is unknown, expired, used, evicted, or of another client. */
  find(nonce: string, client: string): PendingRun | undefined
  /** Use the nonce up. */
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
 * The waiting runs of this process. A client that exceeds its share loses its own oldest run. If all together are too many, the client
 * with the most runs loses one, so that a client cannot evict the runs of others.
 */
export function openPendingRuns(bounds: PendingBounds, now: () => number = () => performance.now()): PendingRuns {
  const kept = new Map<string, Kept>()
  let timer: NodeJS.Timeout | undefined
  const prune = (): void => {
    // All have the same lifetime, so the first is the oldest.
    for (const [nonce, { until }] of kept) {
      if (until > now()) break
      kept.delete(nonce)
    }
    clearTimeout(timer)
    const [oldest] = kept.values()
    timer = oldest && setTimeout(prune, Math.max(1, oldest.until - now())).unref()
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
      prune()
      const { bytes } = run
      if (bytes > bounds.bytes) return undefined
      const nonce = randomBytes(24).toString('base64url')
      kept.set(nonce, { run, until: now() + bounds.validMs })
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
