import { elementValue, fieldRange, type ChainElement } from '../../resolve/chain.ts'
import type { Diagnostic } from '../../diagnostics/facts.ts'
import { holds, type Sourced } from '../template/sourced.ts'
import type { SourceRange } from '../../text/source.ts'
import type { Found, Trace } from '../../trace.ts'
import { pyStr } from '../../read/value/text.ts'
import { isList, isTruthy, PyTuple } from '../../read/value/value.ts'
import type { WorkBudget } from '../../work-budget.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { resolveToolConfig } from './resolve.ts'

/** The config files that one element uses, and the place of its declaration. */
export interface ConfigUse {
  readonly declared_by: string
  readonly at: SourceRange | null
  readonly layers: readonly Found[]
}

/** The parameters after R8.3: with the tool's `resolved_config` and the allowed settings of the runtimes. */
export interface ConfiguredParameters {
  readonly parameters: ReadonlyMap<string, Sourced>
  readonly resolved: Sourced | null
  readonly findings: readonly Diagnostic[]
  readonly configs: readonly ConfigUse[]
  readonly failed: boolean
}

/**
 * R8.3: the config of the tool becomes a parameter. The config of a runtime sets only allowed parameters, and never
 * overrides the caller.
 */
export function configureParameters(
  workspace: Workspace,
  elements: readonly ChainElement[],
  given: ReadonlyMap<string, Sourced>,
  verify: boolean,
  trace: Trace,
  work: WorkBudget,
): ConfiguredParameters {
  let parameters = given
  const set = (settings: Iterable<readonly [string, Sourced]>): void => {
    parameters = new Map([...parameters, ...settings])
  }
  const findings: Diagnostic[] = []
  const configs: ConfigUse[] = []
  let resolved: Sourced | null = null
  if (!workspace.dialect.configResolve) {
    for (const element of elements) {
      if (!isTruthy(elementValue(element, 'config_resolve'))) continue
      const problem = `only the dialect lillux supports config_resolve, not ${workspace.dialect.name}`
      findings.push({ code: 'config-resolves-nothing', problem, at: fieldRange(element, 'config_resolve') })
    }
    return { parameters, resolved, findings, configs, failed: false }
  }
  for (const [index, element] of elements.entries()) {
    const spec = elementValue(element, 'config_resolve')
    if (!isTruthy(spec)) continue
    const at = fieldRange(element, 'config_resolve')
    const result = resolveToolConfig(
      workspace,
      { declared_by: element.item_id, config_resolve: spec!, at, verify, work },
      trace,
    )
    if ('problem' in result)
      return { parameters, resolved, findings: [...findings, result.problem], configs, failed: true }
    findings.push(...result.findings)
    if (result.layers) configs.push({ declared_by: element.item_id, at, layers: result.layers })
    if (index === 0) {
      resolved = result.config
      if (holds(resolved)) set([['resolved_config', resolved]])
    } else {
      if (!elementValue(elements[0]!, 'config_resolve')) {
        const [{ item_id: tool } = element] = elements
        findings.push({ code: 'config-stays-with-runtime', item_id: element.item_id, tool, at })
      }
      const settings = runtimeSettings(result.config, elements[0]!.item_id, element, at)
      if (!(settings instanceof Map))
        return { parameters, resolved, findings: [...findings, settings], configs, failed: true }
      const unset = [...settings].filter(([name]) => !parameters.has(name))
      if (unset.length > 0) set(unset)
    }
  }
  return { parameters, resolved, findings, configs, failed: false }
}

/**
 * `defaults` overridden by `tools.<item id>`, restricted to `timeout` and the runtime's `execution_params` (R8.3, G5).
 */
function runtimeSettings(
  config: Sourced,
  toolId: string,
  element: ChainElement,
  at: Diagnostic['at'],
): Map<string, Sourced> | Diagnostic {
  const wrong = (what: string): Diagnostic => ({ code: 'config-wrong-type', problem: `${what} must be a mapping`, at })
  if (config.kind !== 'dict') return wrong('the config of a runtime')
  const allowed = new Set(['timeout', ...executionParams(element)])
  const tools = config.entries.get('tools')
  if (tools && !isNothing(tools) && tools.kind !== 'dict') return wrong('tools')
  const layers = [config.entries.get('defaults'), tools?.kind === 'dict' ? tools.entries.get(toolId) : undefined]
  const settings = new Map<string, Sourced>()
  for (const layer of layers) {
    if (layer === undefined || isNothing(layer)) continue
    if (layer.kind !== 'dict') return wrong('each of "defaults" and the tool\'s entry in "tools"')
    for (const [name, value] of layer.entries)
      if (typeof name === 'string' && allowed.has(name)) settings.set(name, value)
  }
  return settings
}

function executionParams(element: ChainElement): readonly string[] {
  const value = elementValue(element, 'execution_params')
  const items = isList(value) ? value : value instanceof PyTuple ? value.items : []
  return items.map((item) => pyStr(item))
}

function isNothing(node: Sourced): boolean {
  if (node.kind === 'dict') return node.entries.size === 0
  return node.kind === 'list' ? node.items.length === 0 : !isTruthy(node.kind === 'text' ? node.text : node.value)
}
