import type { Plan } from '#core/answer'
import { execute, type AnalysedCall, type ExecutionResult, type Outcome, type ProcessOutcome } from '#core/run'

/** A plan that differs from other plans only in its digest. */
export function planOf(digest: string): Plan {
  const rest = { command: 'python3', args: [], env: {}, cwd: null, input: null, timeout: null }
  return { primitive: 'execute', ...rest, digest }
}

const call: AnalysedCall = {
  dialect: 'lillux',
  item_id: 'demo/t',
  status: 'ready',
  chain: [],
  env: {},
  plan: planOf('d'),
  lockfile: { state: 'absent', path: null, would_write: '/project/.ai/lockfiles/demo/t@0.0.0.lock.json' },
  diagnostics: [],
  trace: [],
}

/** The engine's result for an outcome. */
export function resultOf(outcome: Outcome): Promise<ExecutionResult> {
  return execute(call, { run: () => Promise.resolve(outcome), now: () => '2026-02-18T12:00:00+00:00' })
}

/** The result of a process with this output. Default: exited with code 0. */
export function printed(stdout: string, over: Partial<ProcessOutcome> = {}): Promise<ExecutionResult> {
  const text = (of: string) => ({ text: of, bytes: of.length, omitted_bytes: 0 })
  const ending = { kind: 'exited', return_code: 0 } as const
  const outcome = { primitive: 'subprocess', ending, stdout: text(stdout), stderr: text(''), duration_ms: 1 } as const
  return resultOf({ ...outcome, ...over })
}
