import type { DiagnosticEntry } from '#core/answer'
import { nodeHost } from '../../engine/node-host.ts'

/** The fingerprint of a finding's content and file. It does not depend on the position, because lines move. */
export function fingerprintOf({ code, message, at }: DiagnosticEntry): string {
  return nodeHost.sha256(Buffer.from(JSON.stringify([code, at?.path ?? null, message]), 'utf8'))
}
