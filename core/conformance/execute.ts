import {
  analyze,
  resolveRun,
  type AnalysisOptions,
  type AnalysisRequest,
  type Plan,
  type Resolution,
  type TraceEvent,
} from '#core/answer'
import { bare } from '#core/plan'
import { decodeValue, encodeValue, isDict, type Value } from '#core/read'
import { primitiveAtEnd } from '#core/resolve'
import { execute, type AnalysedCall, type CapturedText, type ExecutionResult, type ProcessOutcome } from '#core/run'
import type { Workspace } from '#core/workspace'
import { firstError } from './errors.ts'
import { asRecord, asText, type Json } from './json.ts'
import { spawnJson } from './plan.ts'
import { clock, worldOf } from './world.ts'

/**
 * Answers a question with a complete run and a stub primitive that records its input (corpus README, area `execute`).
 */
export async function answerExecute(rev: string, input: Json): Promise<Json> {
  const question = asRecord(input)
  const { workspace } = worldOf(rev, input)
  const parameters = decodeValue(question['parameters'] ?? {})
  const options: AnalysisOptions = {
    skip_integrity: question['skip_integrity'] === true,
    skip_validation: question['validate_chain'] === false,
    ...(question['extra_env'] === undefined
      ? {}
      : { extra_env: asRecord(question['extra_env']) as Record<string, string> }),
  }
  const request = {
    item_id: asText(question['item_id']),
    parameters: isDict(parameters) ? parameters : new Map<Value, Value>(),
  }
  const { run, started, result } = await executeWithStandIn(workspace, request, options, question['primitive_result'])
  const trace = question['trace'] === true ? { trace: traceJson(result.trace, options.skip_integrity === true) } : {}
  const parameters_after = question['parameters'] === null ? null : encodeValue(parameters)
  if (!started) {
    const error = firstError(run.findings, workspace.settings.dev_mode) ?? { error: 'Failure' }
    const failedValidation = asRecord(error)['error'] === 'ChainValidationFailed'
    const chain = failedValidation ? { chain: chainJson(result) } : {}
    return { result: { success: false, error, ...chain, ...trace }, primitive_calls: [], parameters_after }
  }
  const { success, data, error, metadata } = result
  const { resolved_env_keys } = metadata
  return {
    result: { success, data, error, chain: chainJson(result), resolved_env_keys, ...trace },
    primitive_calls: [started],
    parameters_after,
  }
}

/**
 * One call through `execute`, with its result. `started` is the input of the primitive; undefined if the call was
 * refused.
 */
export async function executeWithStandIn(
  workspace: Workspace,
  request: AnalysisRequest,
  options: AnalysisOptions,
  answer: Json | undefined,
): Promise<{ readonly run: Resolution; readonly started: Json | undefined; readonly result: ExecutionResult }> {
  const analysis = analyze(workspace, request, options)
  const run = resolveRun(workspace, request, options)
  const started = startedRun(workspace, run)
  // The reference calls its primitive even with a plan that cannot start, and uses the answer.
  const call: AnalysedCall = started
    ? { ...analysis, status: 'ready', plan: analysis.plan ?? nothingToStart }
    : analysis
  const host = { run: () => Promise.resolve(standIn(answer)), now: () => clock.lockfile }
  return { run, started, result: await execute(call, host) }
}

const nothingToStart: Plan = {
  primitive: 'execute',
  command: '',
  args: [],
  env: {},
  cwd: null,
  input: null,
  timeout: null,
  digest: '',
}

/** The input of the primitive; undefined if the run was refused. */
function startedRun(workspace: Workspace, run: Resolution): Json | undefined {
  const { config, plan } = run
  const onlyUnstartable = run.findings.every(
    (finding) => finding.code === 'plan-incomplete' || !blocks(workspace, run, finding.code),
  )
  if (!config || typeof primitiveAtEnd(workspace, run.chain.elements) !== 'string' || !onlyUnstartable) return undefined
  const spawn = plan && plan.primitive !== 'http_client' ? spawnJson(plan) : null
  return { config: encodeValue(new Map([...config].map(([key, node]) => [key, bare(node)]))), spawn }
}

function blocks(workspace: Workspace, run: Resolution, code: string): boolean {
  const findings = run.findings.filter((finding) => finding.code === code)
  return firstError(findings, workspace.settings.dev_mode) !== undefined
}

/** The chain of a result as JSON. */
export function chainJson({ chain }: Pick<ExecutionResult, 'chain'>): Json {
  return chain.map((element) => ({ ...element }))
}

/** The outcome of the stub primitive. */
function standIn(given: Json | undefined): ProcessOutcome {
  const { success, stdout, stderr, return_code } = asRecord(given ?? {})
  const code = typeof return_code === 'number' ? return_code : 0
  return {
    primitive: 'execute',
    ending: { kind: 'exited', return_code: success === false && code === 0 ? 1 : code },
    stdout: captured(typeof stdout === 'string' ? stdout : '{"success": true}'),
    stderr: captured(typeof stderr === 'string' ? stderr : ''),
    duration_ms: 0,
  }
}

function captured(text: string): CapturedText {
  return { text, bytes: text.length, omitted_bytes: 0 }
}

function traceJson(trace: readonly TraceEvent[], skipIntegrity: boolean): Json {
  const steps = new Map<string, Json[]>([
    ['resolve', []],
    ['resolve_env', []],
  ])
  if (!skipIntegrity) steps.set('verify_integrity', [])
  for (const event of trace) {
    if (event.step === 'resolve') {
      const { item_id, path, space, shadowed } = event
      steps
        .get('resolve')
        ?.push({ item_id, path, space, shadowed: shadowed.map((found) => ({ path: found.path, space: found.space })) })
    } else if (event.step === 'verify_integrity') {
      steps.get('verify_integrity')?.push({ item_id: event.item_id, verified: event.verified, key_fp: event.key_fp })
    } else if (event.step === 'resolve_env') {
      steps.get('resolve_env')?.push({ contributed_by: event.contributed_by, keys: event.keys })
    }
  }
  return Object.fromEntries(steps)
}
