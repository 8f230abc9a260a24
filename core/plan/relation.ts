import { isRequest } from '../rules/primitives.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { extensionOf, nameOf } from '../text/path.ts'
import { elementValue, fieldRange, type ChainElement } from '../resolve/chain.ts'
import { isInput } from './params-json.ts'
import type { Parameters } from './parameters.ts'
import type { PlanParts } from './plan.ts'
import type { Contributor } from './provenance.ts'
import type { Sourced, SourcedText } from './template/sourced.ts'

/**
 * R9.9: the finding for a plan that does not contain any part of the tool: its file, a parameter value, or a setting of
 * its config. Such a plan does not run the tool.
 */
export function unrelatedPlan(elements: readonly ChainElement[], parts: PlanParts): readonly Diagnostic[] {
  const [tool] = elements
  if (!tool || elements.length < 2 || tool.path === null) return []
  const texts = saidBy(parts)
  // This runs for every tool of a check, and the first test is nearly always sufficient.
  if (texts.some((node) => node.kind === 'text' && node.text.includes(tool.path ?? ''))) return []
  if (!isRequest(parts) && namesModule(parts.args, tool.path)) return []
  if (texts.some(isOfTool)) return []
  return [{ code: 'plan-unrelated', item_id: tool.item_id, at: fieldRange(tool, 'executor_id') }]
}

/** Whether an element runs other items. */
export function isRuntime(element: ChainElement): boolean {
  return element.executor_id !== null && elementValue(element, 'tool_type') === 'runtime'
}

/** R3.1: the finding for a requested item that is a runtime, which other items use as their executor. */
export function runtimeAsItem(item: ChainElement | undefined): readonly Diagnostic[] {
  if (!item || !isRuntime(item)) return []
  return [{ code: 'item-is-runtime', item_id: item.item_id, at: fieldRange(item, 'tool_type') }]
}

function saidBy(parts: PlanParts): readonly Sourced[] {
  if (isRequest(parts)) return [parts.url, ...parts.headers.values(), ...(parts.body ? [parts.body] : [])]
  return [parts.command, ...parts.args, ...(parts.input ? [parts.input] : [])]
}

/** Whether the arguments contain `-m` and the stem of the tool's file, which is its Python module name. */
function namesModule(args: readonly SourcedText[], path: string): boolean {
  const name = nameOf(path)
  const stem = name.slice(0, name.length - extensionOf(name).length)
  const flag = args.findIndex(({ text }) => text === '-m')
  return flag !== -1 && args[flag + 1]?.text === stem
}

function isOfTool(node: Sourced): boolean {
  switch (node.kind) {
    case 'text':
      return node.pieces.some(({ by }) => isTool(by))
    case 'leaf':
      return isTool(node.by)
    case 'list':
      return node.items.some(isOfTool)
    case 'dict':
      return [...node.entries.values()].some(isOfTool)
  }
}

function isTool(by: Contributor): boolean {
  if (by.kind === 'element') return by.index === 0
  return by.kind === 'caller' || by.kind === 'schema-default' || (by.kind === 'context' && ofTool.has(by.name))
}

const ofTool: ReadonlySet<string> = new Set(['tool_path', 'params_json'])

/** The effect of a caller's parameter with the name of a setting (R9.8). */
const processSettings = new Map(
  Object.entries({
    input_data: 'it sets the standard input of the process',
    cwd: "it sets the process's working directory, and is not part of {params_json}",
    timeout: "it sets the process's time limit, and is not part of {params_json}",
    env: 'none, because the resolved environment overrides it; it is not part of {params_json}',
  }),
)
const requestSettings = new Map(
  Object.entries({
    method: 'it sets the method of the request',
    url: 'it sets the URL of the request',
    headers: 'it sets the headers of the request',
    body: 'it sets the body of the request',
    auth: 'it sets the authentication of the request',
    retry: 'it sets the retries of the request',
    timeout: "it sets the request's time limit, and is not part of {params_json}",
    env: 'none, because the resolved environment overrides it; it is not part of {params_json}',
  }),
)

const ownValue = 'the run sets this value itself'
/** The effect of a caller's parameter whose name describes the run, and is not part of the tool's input (R9.2). */
const contextEffects: ReadonlyMap<string, string> = new Map([
  ...['tool_path', 'project_path', 'user_space', 'system_space'].map((name) => [name, ownValue] as const),
  ['fixed_params', 'its entries override the other parameters'],
  ['params_key', 'it sets the key under which the other parameters are nested'],
])

/**
 * R9.2: the findings about parameters that only templates can use, because the tool does not receive them. Settings of
 * the primitive are excluded.
 */
function leftOutOfCaller(parameters: Parameters, settings: ReadonlyMap<string, string>): readonly Diagnostic[] {
  const findings: Diagnostic[] = []
  parameters.forEach(({ by, at }, name) => {
    if (by.kind !== 'caller' || isInput(name) || settings.has(name)) return
    const effect = contextEffects.get(name) ?? 'only templates can use it'
    const reserved = 'names that begin with __ are reserved'
    findings.push({ code: 'parameter-left-out', name, effect: name.startsWith('__') ? reserved : effect, at })
  })
  return findings
}

/** The settings of a primitive, each with its effect if a parameter has the same name (R9.8, R9K). */
function settingsOf(parts: PlanParts): ReadonlyMap<string, string> {
  return isRequest(parts) ? requestSettings : processSettings
}

/** R9.2, R9.8: findings about parameters whose name is a primitive's setting, or is not part of the tool's input. */
export function namesOfCaller(parameters: Parameters, parts: PlanParts, merged: boolean): readonly Diagnostic[] {
  if (parameters.size === 0) return []
  const settings = settingsOf(parts)
  const findings: Diagnostic[] = []
  // If parameters are passed directly to the primitive (R9K), a parameter with the name of a setting is intentional.
  for (const [name, effect] of merged ? [] : settings) {
    const given = parameters.get(name)
    if (given?.by.kind === 'caller')
      findings.push({ code: 'parameter-is-setting', name, primitive: parts.primitive, effect, at: given.at })
  }
  return [...findings, ...leftOutOfCaller(parameters, settings)]
}
