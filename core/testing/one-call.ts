import type { Plan } from '../answer/analysis.ts'
import type { Value } from '../read/value/value.ts'
import { executeCall, type ExecuteHost, type ExecuteRequest } from '../run/execute.ts'
import type { Outcome, ProcessOutcome } from '../run/outcome.ts'
import { workspace, type TestWorkspace } from './workspace.ts'

/** A tool with a runtime and one required parameter. */
export const files = workspace`
  === project/tools/greet.py
  __version__ = "1.0.0"
  __tool_type__ = "tool"
  __executor_id__ = "run"
  CONFIG_SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
  === system/tools/run.yaml
  version: "2.0.0"
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  env_config: {env: {GREETING: hello}}
  config:
    command: python3
    args: ["{tool_path}"]
    input_data: "{params_json}"
`
/** The path of the tool's lockfile. */
export const lockPath = '/project/.ai/lockfiles/greet@1.0.0.lock.json'
/** The time of every new lockfile. */
export const time = '2026-02-18T12:00:00+00:00'

/** A call of the tool. */
export const request = (parameters: Record<string, Value> = { name: 'Ada' }, change: Partial<ExecuteRequest> = {}) => ({
  item_type: 'tool' as const,
  action: 'run' as const,
  item_id: 'greet',
  parameters: new Map<Value, Value>(Object.entries(parameters)),
  project_path: '/project',
  ...change,
})

const text = (written: string) => ({ text: written, bytes: written.length, omitted_bytes: 0 })
/** The outcome of a process that prints this text. */
export const exited = (stdout: string, return_code = 0, stderr = ''): ProcessOutcome => ({
  primitive: 'execute',
  ending: { kind: 'exited', return_code },
  stdout: text(stdout),
  stderr: text(stderr),
  // A fractional duration, as a clock measures it. A result has whole milliseconds.
  duration_ms: 12.345678901234,
})

/** A host that records its plans and returns the same outcome for each. */
export function recording(outcome: Outcome): ExecuteHost & { readonly plans: Plan[] } {
  const plans: Plan[] = []
  return {
    plans,
    run(plan) {
      plans.push(plan)
      return Promise.resolve(outcome)
    },
    now: () => time,
  }
}

/** The result of a call whose plan has the given outcome, and the plans that ran. */
export const call = ({ workspace: here }: TestWorkspace, outcome: Outcome, asked: ExecuteRequest = request()) => {
  const host = recording(outcome)
  return executeCall(here, asked, host).then((result) => ({ result, plans: host.plans }))
}
