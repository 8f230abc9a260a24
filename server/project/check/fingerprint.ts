import type { DiagnosticEntry } from '#core/answer'
import { nodeHost } from '../../engine/node-host.ts'

/** Of what a finding says and in which file, not of where in it: lines move, and the finding stays the same one. */
export function fingerprintOf({ code, message, at }: DiagnosticEntry): string {
  return nodeHost.sha256(Buffer.from(JSON.stringify([code, at?.path ?? null, message]), 'utf8'))
}
