import type { DotenvProblem } from '../../diagnostics/env-problems.ts'
import type { Diagnostic } from '../../diagnostics/facts.ts'
import { joinPath } from '../../text/path.ts'
import { limits } from '../../limits.ts'
import type { Contributor } from '../provenance.ts'
import { TemplateBudget } from '../template/budget.ts'
import { bare, beating, holds, isNull, sourcedText, type Sourced, type SourcedText } from '../template/sourced.ts'
import { shellFormFindings } from '../template/shell-forms.ts'
import { expandVariables, type VariableOptions } from '../template/variables.ts'
import type { Trace, TraceEvent } from '../../trace.ts'
import { pyStr } from '../../read/value/text.ts'
import type { SharedWork, WorkShare } from '../../work-budget.ts'
import type { FileText } from '../../workspace/file-text.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { expandContext, type AnchorContext } from './context.ts'
import type { EnvContributor } from './contributor.ts'
import { readDotenv } from './dotenv.ts'
import { resolveInterpreter } from './interpreter.ts'

/** Every variable by name, each a string with its source and the values it overrides. */
export type Environment = ReadonlyMap<string, SourcedText>

export interface ResolvedEnv {
  readonly env: Environment
  readonly findings: readonly Diagnostic[]
  /** Whether an error made the environment unusable. */
  readonly failed: boolean
}

const host: Contributor = { kind: 'host' }

/** R6.1, the base: the host's environment, overridden by the project's `.env` file. */
export function baseEnv(workspace: Workspace, withDotenv = true): ResolvedEnv {
  const key = withDotenv ? 'env with .env' : 'env'
  return workspace.remember(key, workspace.figures.env, () => readBase(workspace, withDotenv))
}

/** Units of work to set one variable. */
const variableWork = 30

/**
 * The path of the project's `.env`, and the work to parse it, estimated from its number of lines because each line can
 * set a variable.
 */
export function dotenvWork(workspace: Workspace): SharedWork & { readonly path: string } {
  return workspace.remember('lines of .env', workspace.figures.env, () => {
    const path = dotenvPath(workspace)
    const text = workspace.file(path)?.text ?? ''
    let lines = 1
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
    return { path, used: lines * variableWork }
  })
}

function dotenvPath(workspace: Workspace): string {
  return joinPath(workspace.settings.project, '.env')
}

function readBase(workspace: Workspace, withDotenv: boolean): ResolvedEnv {
  const env = new Map<string, SourcedText>()
  const { environ } = workspace.settings.world
  // Sorted by name, so that the order of variables in a host or a draft does not affect the answer.
  for (const name of Object.keys(environ).sort()) env.set(name, sourcedText(environ[name] ?? '', host))
  const path = dotenvPath(workspace)
  const file = withDotenv ? workspace.file(path) : undefined
  const because = withDotenv ? whyUnreadable(workspace, path, file) : undefined
  if (because !== undefined)
    return {
      env,
      findings: [{ code: 'dotenv-unreadable', path, because, at: { path, start: 0, end: 0 } }],
      failed: false,
    }
  if (file?.text === undefined) return { env, findings: [], failed: false }
  const { values, findings } = readDotenv(path, file.text)
  for (const [name, value] of values) env.set(name, beating(value, env.get(name)) as SourcedText)
  const target = workspace.files.real(path) ?? path
  const isInside = target.startsWith(`${workspace.settings.project}/`)
  const outside: readonly Diagnostic[] = isInside
    ? []
    : [{ code: 'dotenv-link-outside', path, target, at: { path, start: 0, end: 0 } }]
  return { env, findings: [...outside, ...findings], failed: false }
}

function whyUnreadable(workspace: Workspace, path: string, file: FileText | undefined): DotenvProblem | undefined {
  if (!file) return workspace.notFile(path)
  return file.text === undefined ? (file.problem ?? 'not-utf8') : undefined
}

/** R6.1: the base, followed by the elements from the primitive to the tool. Each element can use earlier values. */
export function resolveEnv(
  workspace: Workspace,
  elements: readonly EnvContributor[],
  context: AnchorContext,
  trace: Trace,
  base: ResolvedEnv = baseEnv(workspace),
  above: EnvAbove = { count: 0, made: undefined },
  share?: WorkShare,
): EnvInTheMaking {
  const made = new EnvInTheMaking(workspace, context, base, trace, above.made, share)
  const events: TraceEvent[] = []
  for (let index = elements.length - 1 - above.count; index >= 0; index--) {
    const element = elements[index]!
    const config = element.env_config
    if (config === undefined || !holds(config)) continue
    const keys = trace && new Set<string>()
    made.apply(element, config, keys)
    if (keys) events.unshift({ step: 'resolve_env', contributed_by: element.item_id, keys: [...keys] })
  }
  // Seed 001 lists the contributions in chain order, although they are applied from the end.
  for (const event of events) trace?.(event)
  return made
}

/** The environment from the last `count` elements of a chain, which all tools with these elements share. */
export interface EnvAbove {
  readonly count: number
  readonly made: EnvInTheMaking | undefined
}

/** An environment under construction: each element adds its variables. */
export class EnvInTheMaking implements ResolvedEnv {
  env: Environment
  #own: Map<string, SourcedText> | undefined
  readonly findings: Diagnostic[]
  failed: boolean
  readonly #workspace: Workspace
  readonly #context: AnchorContext
  readonly #base: Environment
  readonly #trace: Trace
  readonly #staticPass: { readonly pass: 1; readonly quote: false; readonly budget: TemplateBudget }
  readonly #share: WorkShare | undefined
  #contextBudget = new TemplateBudget()

  /** Starts from the base, or from the environment of earlier elements. */
  constructor(
    workspace: Workspace,
    context: AnchorContext,
    base: ResolvedEnv,
    trace: Trace,
    above: EnvInTheMaking | undefined,
    share: WorkShare | undefined,
  ) {
    const before = above ?? base
    this.env = before.env
    this.findings = [...before.findings]
    this.failed = above?.failed ?? false
    const budget = above ? above.#staticPass.budget.copy() : new TemplateBudget(share)
    this.#staticPass = { pass: 1, quote: false, budget }
    this.#share = share
    this.#workspace = workspace
    this.#context = context
    this.#base = base.env
    this.#trace = trace
  }

  /** Adds the interpreter of one element, followed by its static values. `keys` collects the names of set variables. */
  apply(element: EnvContributor, config: Sourced, keys: Set<string> | undefined): void {
    this.#contextBudget = new TemplateBudget(this.#share)
    if (config.kind !== 'dict') {
      this.#refuse(element, 'env_config', this.#inContext(config))
      return
    }
    const interpreter = config.entries.get('interpreter')
    if (interpreter) {
      this.#bindInterpreter(element, this.#inContext(interpreter), keys)
      this.#reportLimit('interpreter', interpreter)
    }
    const statics = config.entries.get('env')
    if (statics?.kind === 'dict') {
      for (const [key, node] of statics.entries) this.#setStatic(pyStr(key), node, keys)
    } else if (statics && !isNull(statics)) this.#refuse(element, 'env_config.env', this.#inContext(statics))
  }

  #bindInterpreter(element: EnvContributor, interpreter: Sourced, keys: Set<string> | undefined): void {
    if (interpreter.kind !== 'dict') {
      if (!isNull(interpreter)) this.#refuse(element, 'env_config.interpreter', interpreter)
      return
    }
    const bound = resolveInterpreter(this.#workspace, element, interpreter, this.#base, this.#trace)
    if (!bound) return
    for (const finding of bound.findings) {
      this.findings.push(finding)
      if (finding.code === 'metadata-wrong-type') this.failed = true
    }
    if (bound.value) this.#set(bound.variable, bound.value, keys)
  }

  #setStatic(name: string, node: Sourced, keys: Set<string> | undefined): void {
    if (node.kind === 'text' && node.text.includes('${')) this.findings.push(...shellFormFindings(node, name))
    const value = staticValue(this.#inContext(node), this.env, this.#staticPass)
    for (const step of value.steps ?? [])
      if (step.from === 'empty')
        this.findings.push({ code: 'env-variable-unknown', name, variable: step.name, at: step.at })
    this.#reportLimit(name, node)
    this.#set(name, value, keys)
  }

  #set(name: string, value: SourcedText, keys: Set<string> | undefined): void {
    // The map is copied on the first write, because most tools have the same variables as their runtime.
    const own = (this.#own ??= new Map(this.env))
    own.set(name, beating(value, own.get(name)) as SourcedText)
    this.env = own
    keys?.add(name)
  }

  /** R6.5: expands the context names, in dialects that support them in an environment. */
  #inContext(node: Sourced): Sourced {
    if (!node.mayExpand || !this.#workspace.dialect.contextInEnv) return node
    return expandContext(node, this.#context, this.#contextBudget)
  }

  /** Reports a key whose value exceeded the template limit. */
  #reportLimit(key: string, node: Sourced): void {
    const budgets = [this.#staticPass.budget, this.#contextBudget]
    if (budgets.some(({ exceeded }) => exceeded))
      this.findings.push({ code: 'template-limit', key, most: limits.templateLength, at: node.at })
    for (const budget of budgets) budget.exceeded = false
  }

  #refuse(element: EnvContributor, field: string, node: Sourced): void {
    this.findings.push(wrong(element, field, node))
    this.failed = true
  }
}

/** R6.4: expands `${VAR}` with earlier values. Unknown variables become empty, and other values become text. */
function staticValue(node: Sourced, env: Environment, pass: VariableOptions): SourcedText {
  if (node.kind === 'text') return expandVariables(node, (name) => env.get(name), pass)
  return sourcedText(pyStr(bare(node)), node.by, node.at)
}

function wrong(element: EnvContributor, field: string, node: Sourced): Diagnostic {
  const found = pyStr(bare(node)).slice(0, 80)
  return { code: 'metadata-wrong-type', item_id: element.item_id, field, expected: 'a mapping', found, at: node.at }
}
