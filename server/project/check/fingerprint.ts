import type { DiagnosticEntry } from '#core/answer'
import { nodeHost } from '../../engine/node-host.ts'

/** Covers the content and the file of a finding, not its position: lines move, and the finding stays the same. */
export function fingerprintOf({ code, message, at }: DiagnosticEntry): string {
  return nodeHost.sha256(Buffer.from(JSON.stringify([code, at?.path ?? null, message]), 'utf8'))
}
