import type { Diagnostic } from '../diagnostics/facts.ts'
import { joinPath } from '../file-tree.ts'
import { limits } from '../limits.ts'
import type { Contributor } from '../provenance.ts'
import { TemplateBudget } from '../template/budget.ts'
import { bare, beating, holds, sourcedText, type Sourced, type SourcedText } from '../template/sourced.ts'
import { expandVariables } from '../template/variables.ts'
import type { Trace, TraceEvent } from '../trace.ts'
import { pyStr } from '../value/text.ts'
import type { Workspace } from '../workspace.ts'
import { expandContext, type AnchorContext } from './context.ts'
import type { EnvContributor } from './contributor.ts'
import { readDotenv } from './dotenv.ts'
import { resolveInterpreter } from './interpreter.ts'

/** Every variable by name, each a text that knows its origin and whom it beat. */
export type Environment = ReadonlyMap<string, SourcedText>

export interface ResolvedEnv {
  readonly env: Environment
  readonly findings: readonly Diagnostic[]
  /** Something is malformed enough that no environment can be trusted. */
  readonly failed: boolean
}

const host: Contributor = { kind: 'host' }

/** R6.1, the base: the host's environment overlaid by the project's `.env`, which is always read. */
export function baseEnv(workspace: Workspace, withDotenv = true): ResolvedEnv {
  return workspace.remember(`env ${withDotenv}`, workspace.figures.env, () => readBase(workspace, withDotenv))
}

function readBase(workspace: Workspace, withDotenv: boolean): ResolvedEnv {
  const env = new Map<string, SourcedText>()
  for (const [name, value] of Object.entries(workspace.settings.world.environ)) env.set(name, sourcedText(value, host))
  const path = joinPath(workspace.settings.project, '.env')
  const file = withDotenv ? workspace.file(path) : undefined
  if (!file) return { env, findings: [], failed: false }
  if (file.text === undefined) {
    const at = { path, start: 0, end: 0 }
    return {
      env,
      findings: [{ code: 'dotenv-unreadable', path, at }],
      failed: false,
    }
  }
  const { values, findings } = readDotenv(path, file.text)
  for (const [name, value] of values) env.set(name, beating(value, env.get(name)) as SourcedText)
  return { env, findings, failed: false }
}

/** R6.1: the base, then the elements from the primitive to the tool; each sees what stands so far. */
export function resolveEnv(
  workspace: Workspace,
  elements: readonly EnvContributor[],
  context: AnchorContext,
  trace: Trace,
  base: ResolvedEnv = baseEnv(workspace),
): ResolvedEnv {
  const env = new Map(base.env)
  const findings: Diagnostic[] = [...base.findings]
  const told: TraceEvent[] = []
  const budget = new TemplateBudget()
  let failed = false
  for (const element of elements.toReversed()) {
    if (element.env_config === undefined || !holds(element.env_config)) continue
    const config = workspace.dialect.contextInEnv ? expandContext(element.env_config, context) : element.env_config
    const applied = applyElement(workspace, element, config, base.env, env, budget, trace)
    findings.push(...applied.findings)
    failed ||= applied.failed
    told.unshift({ step: 'resolve_env', contributed_by: element.item_id, keys: applied.keys })
  }
  // Seed 001 tells the contributions in the order of the chain, though they are applied from its end.
  for (const event of told) trace(event)
  return { env, findings, failed }
}

interface Applied {
  readonly keys: readonly string[]
  readonly findings: readonly Diagnostic[]
  readonly failed: boolean
}

function applyElement(
  workspace: Workspace,
  element: EnvContributor,
  config: Sourced,
  base: Environment,
  env: Map<string, SourcedText>,
  budget: TemplateBudget,
  trace: Trace,
): Applied {
  if (config.kind !== 'dict') return { keys: [], findings: [wrong(element, 'env_config', config)], failed: true }
  const keys = new Set<string>()
  const findings: Diagnostic[] = []
  const interpreter = config.entries.get('interpreter')
  const statics = config.entries.get('env')
  if (interpreter?.kind === 'dict') {
    const bound = resolveInterpreter(workspace, element, interpreter, (name) => base.get(name), trace)
    if (bound) findings.push(...bound.findings)
    if (bound?.value) {
      env.set(bound.variable, beating(bound.value, env.get(bound.variable)) as SourcedText)
      keys.add(bound.variable)
    }
  } else if (interpreter && !isAbsent(interpreter)) findings.push(wrong(element, 'env_config.interpreter', interpreter))
  if (statics?.kind === 'dict') {
    for (const [key, node] of statics.entries) {
      const name = pyStr(key)
      const value = staticValue(node, env, budget)
      findings.push(...unknownVariables(name, value))
      if (budget.exceeded)
        findings.push({ code: 'template-limit', key: name, most: limits.templateLength, at: node.at })
      budget.exceeded = false
      env.set(name, beating(value, env.get(name)) as SourcedText)
      keys.add(name)
    }
  } else if (statics && !isAbsent(statics)) findings.push(wrong(element, 'env_config.env', statics))
  const failed = findings.some((finding) => finding.code === 'metadata-wrong-type')
  return { keys: [...keys], findings, failed }
}

/** R6.4: `${VAR}` from what stands so far; a value that is no text becomes text. */
function staticValue(node: Sourced, env: Environment, budget: TemplateBudget): SourcedText {
  const text = node.kind === 'text' ? node : sourcedText(pyStr(bare(node)), node.by, node.at)
  return node.kind === 'text' ? expandVariables(text, (name) => env.get(name), { pass: 1, quote: false, budget }) : text
}

/** R6.4: an unknown variable without a default becomes empty, which is seldom meant. */
function unknownVariables(name: string, { steps = [] }: SourcedText): readonly Diagnostic[] {
  return steps
    .filter(({ from }) => from === 'empty')
    .map((step) => ({ code: 'env-variable-unknown', name, variable: step.name, at: step.at }))
}

function isAbsent(node: Sourced): boolean {
  return node.kind === 'leaf' && node.value === null
}

function wrong(element: EnvContributor, field: string, node: Sourced): Diagnostic {
  const found = pyStr(bare(node)).slice(0, 80)
  return { code: 'metadata-wrong-type', item_id: element.item_id, field, expected: 'a mapping', found, at: node.at }
}
