import {
  decodeValue,
  encodeValue,
  bare,
  isDict,
  primitiveAtEnd,
  readOutput,
  resolveRun,
  type AnalysisOptions,
  type ProcessOutput,
  type Resolution,
  type TraceEvent,
  type Value,
  type Workspace,
} from '#core'
import { firstError } from './errors.ts'
import { asRecord, asText, type Json } from './json.ts'
import { spawnJson } from './plan.ts'
import { portableJson } from './resolve.ts'
import { worldOf } from './world.ts'

/** A whole run with a recording stand-in for the primitive (corpus README, area execute). */
export function answerExecute(rev: string, input: Json): Json {
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
  const given = isDict(parameters) ? parameters : new Map<Value, Value>()
  const run = resolveRun(workspace, { item_id: asText(question['item_id']), parameters: given }, options)
  const trace = question['trace'] === true ? { trace: traceJson(run.trace, options.skip_integrity === true) } : {}
  const parameters_after = question['parameters'] === null ? null : encodeValue(parameters)
  const started = startedRun(workspace, run)
  if (!started) {
    const error = firstError(run.findings, workspace.settings.dev_mode) ?? { error: 'Failure' }
    const failedValidation = asRecord(error)['error'] === 'ChainValidationFailed'
    const chain = failedValidation
      ? { chain: run.chain.elements.map((element) => portableJson(workspace, element)) }
      : {}
    return { result: { success: false, error, ...chain, ...trace }, primitive_calls: [], parameters_after }
  }
  const read = readOutput(standIn(question['primitive_result']))
  return {
    result: {
      success: read.success,
      data: encodeValue(read.data),
      error: read.error,
      chain: run.chain.elements.map((element) => portableJson(workspace, element)),
      resolved_env_keys: [...(run.env?.keys() ?? [])].sort(),
      ...trace,
    },
    primitive_calls: [started],
    parameters_after,
  }
}

/** What the primitive was handed, or undefined if the run was refused before. A primitive that cannot start was handed it too. */
export function startedRun(workspace: Workspace, run: Resolution): Json | undefined {
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

/** The answer of the stand-in primitive. */
export function standIn(given: Json | undefined): ProcessOutput {
  const fields = asRecord(given ?? {})
  return {
    success: fields['success'] !== false,
    stdout: typeof fields['stdout'] === 'string' ? fields['stdout'] : '{"success": true}',
    stderr: typeof fields['stderr'] === 'string' ? fields['stderr'] : '',
    return_code: typeof fields['return_code'] === 'number' ? fields['return_code'] : 0,
  }
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
