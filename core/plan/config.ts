import { contextText, spaceTexts } from './anchor/context.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { envSetting, envOfCall } from './env/process-env.ts'
import type { Environment } from './env/resolve.ts'
import { limits } from '../limits.ts'
import type { SourceRange } from '../text/source.ts'
import { expandConfig } from './template/expand.ts'
import { bare, beating, holds, SourcedDict, type Sourced } from './template/sourced.ts'
import { pyStr } from '../read/value/text.ts'
import type { Value } from '../read/value/value.ts'
import type { WorkShare } from '../work-budget.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { mergeCall, type CalledModule, type MergedCall } from './merged-call.ts'
import type { Parameters } from './parameters.ts'
import { paramsJson } from './params-json.ts'

/** The part of an element that merging configs requires. */
export interface ConfigContributor {
  readonly item_id: string
  readonly config: Sourced | undefined
  /** Whether the element resolves an interpreter (R9K). */
  readonly interprets?: boolean
  readonly properties?: readonly string[]
}

/** A merged configuration after template expansion (R9.1 to R9.4), or the problem that prevents it. */
export type ExecutionConfig =
  | {
      readonly config: ReadonlyMap<Value, Sourced>
      readonly findings: readonly Diagnostic[]
      readonly module: CalledModule | null
    }
  | { readonly problem: Diagnostic }

/** R9.1: names that a caller cannot set in the configuration. They remain in `params_json`. */
const keptFromConfig: ReadonlySet<string> = new Set(['command', 'args'])

/**
 * R9.1 to R9.4: merges the configs from the primitive to the tool, then parameters and context, and runs both template
 * passes.
 */
export function buildExecutionConfig(
  workspace: Workspace,
  chain: readonly ConfigContributor[],
  toolPath: string | undefined,
  env: Environment,
  parameters: Parameters,
  share?: WorkShare,
): ExecutionConfig {
  const merged = new Map<Value, Sourced>()
  const set = (key: Value, value: Sourced, because: 'overridden' | 'name-collides' = 'overridden'): void => {
    const loser = merged.get(key)
    // The anchor sets context names again, so its value does not count as overriding the earlier context value.
    merged.set(key, loser?.by.kind === 'context' ? value : beating(value, loser, because))
  }
  for (let index = chain.length - 1; index >= 0; index--) {
    const element = chain[index]!
    const config = element.config
    if (!config || !holds(config)) continue
    if (config.kind !== 'dict') return { problem: notMapping(element.item_id, config) }
    config.entries.forEach((value, key) => set(key, value))
  }
  let module: CalledModule | null = null
  if (workspace.dialect.parameters === 'merged') {
    const call = callOf(workspace, merged, chain, toolPath, env, parameters)
    module = mergeCall(call)
    set('env', envOfCall(call, module), 'name-collides')
  } else {
    parameters.forEach((value, name) => {
      if (!name.startsWith('__') && !keptFromConfig.has(name)) set(name, value)
    })
    set('env', envSetting(env), 'name-collides')
  }
  for (const [name, value] of spaceTexts(workspace)) set(name, value, 'name-collides')
  if (toolPath !== undefined) {
    set('tool_path', contextText('tool_path', toolPath), 'name-collides')
    const json = paramsJson(parameters, merged)
    if ('problem' in json) return { problem: { code: 'parameters-not-json', problem: json.problem, at: null } }
    set('params_json', json.text, 'name-collides')
  }
  const expansion = expandConfig(merged, (name) => env.get(name), share)
  const findings: Diagnostic[] = []
  for (const key of expansion.unstable)
    findings.push({ code: 'template-unstable', key: pyStr(key), rounds: 3, at: placeOf(expansion.config, key) })
  for (const key of expansion.tooLong)
    findings.push({
      code: 'template-limit',
      key: pyStr(key),
      most: limits.templateLength,
      at: placeOf(expansion.config, key),
    })
  return { config: withoutUnfilledBody(withPassThrough(expansion.config, parameters)), findings, module }
}

function callOf(
  workspace: Workspace,
  merged: Map<Value, Sourced>,
  chain: readonly ConfigContributor[],
  toolPath: string | undefined,
  env: Environment,
  parameters: Parameters,
): MergedCall {
  return {
    merged,
    parameters,
    env,
    toolPath,
    runtimeInterprets: chain.slice(1).some((element) => element.interprets === true),
    properties: chain[0]?.properties ?? [],
    pathSeparator: workspace.settings.world.path_separator,
  }
}

/** Adds the parameters whose names begin with `__` to the configuration. Their templates are not expanded (R9.1). */
function withPassThrough(config: ReadonlyMap<Value, Sourced>, parameters: Parameters): ReadonlyMap<Value, Sourced> {
  let made: Map<Value, Sourced> | undefined
  parameters.forEach((value, name) => {
    if (name.startsWith('__')) (made ??= new Map(config)).set(name, value)
  })
  return made ?? config
}

/**
 * A configuration without body entries that consist of one unfilled placeholder. The reference drops them as optional
 * fields.
 */
function withoutUnfilledBody(config: ReadonlyMap<Value, Sourced>): ReadonlyMap<Value, Sourced> {
  const body = config.get('body')
  if (body?.kind !== 'dict') return config
  const kept = [...body.entries].filter(([, value]) => value.kind !== 'text' || value.placeholder === undefined)
  if (kept.length === body.entries.size) return config
  return new Map(config).set('body', new SourcedDict(new Map(kept), body.by, body.at, body.beat))
}

function placeOf(config: ReadonlyMap<Value, Sourced>, key: Value): SourceRange | null {
  return config.get(key)?.at ?? null
}

function notMapping(itemId: string, config: Sourced): Diagnostic {
  const found = pyStr(bare(config)).slice(0, 80)
  return { code: 'metadata-wrong-type', item_id: itemId, field: 'config', expected: 'a mapping', found, at: config.at }
}
