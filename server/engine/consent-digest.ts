import { createHash } from 'node:crypto'
import type { Plan } from '#core/answer'
import type { GraphReach, Message } from '#core/run'
import type { SnapshotFile } from '../sandbox/materialize.ts'

/**
 * The digest of the data that the user approves: the plan, and the content of every file that the run finds. If the
 * code changes after the user saw it, the digest changes, even if the command is the same. For a graph, the digest
 * covers every shown command (R16.1) and the start of the walk (R16.8).
 */
export function consentDigest(
  plan: Pick<Plan, 'digest'>,
  files: readonly SnapshotFile[],
  graph?: Shown | null,
): string {
  const rows = files.map(({ path, bytes, mode = 0 }) => [path, (mode & 0o111) !== 0, sha256(bytes)] as const)
  rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return sha256(JSON.stringify({ plan: plan.digest, files: rows, ...(graph ? shownOf(graph) : {}) }))
}

/**
 * For a graph: the commands it can reach, and the start of its walk (R16.8), which is null if the walk starts from the
 * beginning.
 */
interface Shown {
  readonly reach: GraphReach
  readonly begins: string | null
}

function shownOf({ reach, begins }: Shown) {
  return { graph: reach, ...(begins === null ? {} : { begins }) }
}

/**
 * The digest of the saved walk to continue; null for a walk from the beginning. Breakpoints are not part of the
 * approval.
 */
export function beginningDigest(walk: Message<'plan request'>['walk']): string | null {
  return walk?.resume === undefined ? null : sha256(JSON.stringify(walk.resume))
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
