import type { Host } from '../engine/host.ts'
import { limitsWith } from '../sandbox/limits.ts'
import { openLog } from '../tracing/log.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { testConfig } from './server.ts'

export const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
export const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`

/** The parts of a host that a run uses, without a sandbox that works. Log lines and trace steps are recorded. */
export function recordingHost(flags: readonly string[] = [], more: Partial<Host> = {}) {
  const lines: Readonly<Record<string, unknown>>[] = []
  const steps: unknown[] = []
  const write = (text: string): void => {
    const { level: _level, time: _time, ...line } = JSON.parse(text) as Record<string, unknown>
    lines.push(line)
  }
  const tracing: Tracing = {
    begin(name, parent, facts, agoMs) {
      steps.push({ begins: name, parent, facts, agoMs })
      return {
        ...{ traceId: TRACE_ID, traceparent: TRACEPARENT },
        end: (ending, problem) => steps.push({ ends: name, facts: ending, problem }),
      }
    },
    close: () => Promise.resolve(),
  }
  const sandbox = { level: 'full', prepare: () => Promise.resolve({ failed: 'no sandbox here' }) }
  const host = {
    config: testConfig(flags),
    log: openLog({ log_level: 'debug' }, { write }),
    tracing,
    http: { reach: { allowed: [], allowedPrivate: [] }, limits: limitsWith({}) },
    ...more,
  }
  // Runs use no other part of a host, and a sandbox that prepares nothing needs no other parts.
  return { lines, steps, host: { sandbox, ...host } as unknown as Host }
}
