import { createHash } from 'node:crypto'
import type { Plan } from '#core/answer'
import type { GraphReach, Message } from '#core/run'
import type { SnapshotFile } from '../sandbox/materialize.ts'

/**
 * What a person consents to: the plan, and every file that the run will find, by content. A run whose code changed after it was shown
 * has another digest, though its command is the same. Of a graph it covers every command that the person was shown (R16.1), and where
 * its walk begins (R16.8).
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

/** Of a graph: what it can reach, and where its walk begins (R16.8): null for its start. */
interface Shown {
  readonly reach: GraphReach
  readonly begins: string | null
}

function shownOf({ reach, begins }: Shown) {
  return { graph: reach, ...(begins === null ? {} : { begins }) }
}

/** The text for where a walk begins; no person confirms where it waits on its way. */
export function beginningDigest(walk: Message<'plan request'>['walk']): string | null {
  return walk?.resume === undefined ? null : sha256(JSON.stringify(walk.resume))
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
