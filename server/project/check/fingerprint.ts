import type { DiagnosticEntry } from '#core/answer'
import { nodeHost } from '../../engine/node-host.ts'

/**
 * The fingerprint of a finding: its code, facts and file. It does not depend on the position, because lines move, or on
 * the words of the message, because a new version can change them.
 */
export function fingerprintOf({ code, facts, at }: DiagnosticEntry): string {
  const sorted = Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))
  return nodeHost.sha256(Buffer.from(JSON.stringify([code, at?.path ?? null, sorted]), 'utf8'))
}
