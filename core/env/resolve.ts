import type { Diagnostic } from '../diagnostics/facts.ts'
import { joinPath } from '../file-tree.ts'
import { limits } from '../limits.ts'
import type { Contributor } from '../provenance.ts'
import { TemplateBudget } from '../template/budget.ts'
import {
  bare,
  beating,
  holds,
  sourcedText,
  type Sourced,
  type SourcedDict,
  type SourcedText,
} from '../template/sourced.ts'
import { expandVariables, type VariableOptions } from '../template/variables.ts'
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
const none: readonly never[] = []

/** R6.1, the base: the host's environment overlaid by the project's `.env`, which is always read. */
export function baseEnv(workspace: Workspace, withDotenv = true): ResolvedEnv {
  const key = withDotenv ? 'env with .env' : 'env'
  return workspace.remember(key, workspace.figures.env, () => readBase(workspace, withDotenv))
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
  const made: EnvInTheMaking = { env: new Map(base.env), base: base.env, findings: [...base.findings], failed: false }
  const told: TraceEvent[] = []
  const staticPass = { pass: 1, quote: false, budget: new TemplateBudget() } as const
  for (let index = elements.length - 1; index >= 0; index--) {
    const element = elements[index]!
    const config = element.env_config
    if (config === undefined || !holds(config)) continue
    const budget = new TemplateBudget()
    const inContext = workspace.dialect.contextInEnv
      ? (node: Sourced): Sourced => expandContext(node, context, budget)
      : (node: Sourced): Sourced => node
    const keys = trace && new Set<string>()
    applyElement(workspace, element, config, made, inContext, staticPass, keys, trace)
    if (keys) told.unshift({ step: 'resolve_env', contributed_by: element.item_id, keys: [...keys] })
  }
  // Seed 001 tells the contributions in the order of the chain, though they are applied from its end.
  for (const event of told) trace?.(event)
  return made
}

/** What stands so far, while the elements speak one after the other. */
interface EnvInTheMaking {
  readonly env: Map<string, SourcedText>
  readonly base: Environment
  readonly findings: Diagnostic[]
  failed: boolean
}

/** One element's interpreter, then its static values; `keys` takes the names that it set, where somebody asks. */
function applyElement(
  workspace: Workspace,
  element: EnvContributor,
  config: Sourced,
  made: EnvInTheMaking,
  inContext: (node: Sourced) => Sourced,
  staticPass: VariableOptions & { readonly budget: TemplateBudget },
  keys: Set<string> | undefined,
  trace: Trace,
): void {
  const { env, base, findings } = made
  const set = (name: string, value: SourcedText): void => {
    env.set(name, beating(value, env.get(name)) as SourcedText)
    keys?.add(name)
  }
  const refuse = (field: string, node: Sourced): void => {
    findings.push(wrong(element, field, node))
    made.failed = true
  }
  if (config.kind !== 'dict') {
    refuse('env_config', inContext(config))
    return
  }
  const interpreter = partOf(config, 'interpreter', inContext)
  const statics = config.entries.get('env')
  if (interpreter?.kind === 'dict') {
    const bound = resolveInterpreter(workspace, element, interpreter, (name) => base.get(name), trace)
    if (bound) {
      for (const finding of bound.findings) {
        findings.push(finding)
        if (finding.code === 'metadata-wrong-type') made.failed = true
      }
      if (bound.value) set(bound.variable, bound.value)
    }
  } else if (interpreter && !isAbsent(interpreter)) refuse('env_config.interpreter', interpreter)
  if (statics?.kind === 'dict') {
    const { budget } = staticPass
    for (const [key, node] of statics.entries) {
      const name = pyStr(key)
      const value = staticValue(inContext(node), env, staticPass)
      for (const step of value.steps ?? none)
        if (step.from === 'empty')
          findings.push({ code: 'env-variable-unknown', name, variable: step.name, at: step.at })
      if (budget.exceeded)
        findings.push({ code: 'template-limit', key: name, most: limits.templateLength, at: node.at })
      budget.exceeded = false
      set(name, value)
    }
  } else if (statics && !isAbsent(statics)) refuse('env_config.env', inContext(statics))
}

/** A part of a mapping as the context makes it, undefined where there is none. */
function partOf(config: SourcedDict, name: string, inContext: (node: Sourced) => Sourced): Sourced | undefined {
  const part = config.entries.get(name)
  return part && inContext(part)
}

/** R6.4: `${VAR}` from what stands so far, and unknown ones become empty; a value that is no text becomes text. */
function staticValue(node: Sourced, env: Environment, pass: VariableOptions): SourcedText {
  if (node.kind === 'text') return expandVariables(node, (name) => env.get(name), pass)
  return sourcedText(pyStr(bare(node)), node.by, node.at)
}

function isAbsent(node: Sourced): boolean {
  return node.kind === 'leaf' && node.value === null
}

function wrong(element: EnvContributor, field: string, node: Sourced): Diagnostic {
  const found = pyStr(bare(node)).slice(0, 80)
  return { code: 'metadata-wrong-type', item_id: element.item_id, field, expected: 'a mapping', found, at: node.at }
}
