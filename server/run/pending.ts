import { randomBytes } from 'node:crypto'
import type { Plan } from '#core/answer'
import type { AnalysedCall } from '#core/run'
import type { SandboxLevel } from '../sandbox/command.ts'
import type { AnalysedGraph } from '../engine/host.ts'
import type { SnapshotFile } from '../sandbox/materialize.ts'

/** A run that was analyzed and waits for the person's word: bound to its digest and to who asked, started once (PRODUCT, security 5). */
export interface PendingRun {
  readonly call: AnalysedCall & { readonly plan: Plan }
  readonly files: readonly SnapshotFile[]
  readonly digest: string
  /** What walking it takes, where it is a graph (R16.1). */
  readonly graph: AnalysedGraph | null
  /** What it takes while it waits. */
  readonly bytes: number
  readonly client: string
  /** Who may read and cancel the run; null where everybody who passes the guard is one person. */
  readonly session: string | null
  /** The level that the person saw; a run at another one needs a new approval. */
  readonly level: SandboxLevel
  /** The step of its analysis, from which its others follow; empty where a server of an earlier version made it. */
  readonly traceparent: string
}

export interface PendingRuns {
  /** Keep a run under a new nonce; undefined if it alone is more than may be kept. */
  keep(run: PendingRun): string | undefined
  /** The run of a nonce; undefined if the nonce is unknown, expired, used, of another client, or had to make room. */
  find(nonce: string, client: string): PendingRun | undefined
  /** Use it up: later callers find nothing. */
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
 * The runs that wait in this process. Who asks for more than their share loses their own oldest; where all together are too many, the
 * client that holds the most does, so that no client can push out the others.
 */
export function openPendingRuns(bounds: PendingBounds, now: () => number = () => performance.now()): PendingRuns {
  const kept = new Map<string, Kept>()
  let timer: NodeJS.Timeout | undefined
  const prune = (): void => {
    // They all live as long, so the first is the oldest.
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
