import type { Diagnostic } from '../diagnostics/facts.ts'
import { placeAnchor, type PlacedAnchor } from '../plan/anchor/anchor.ts'
import { applyEnvPaths } from '../plan/anchor/place.ts'
import { buildExecutionConfig } from '../plan/config.ts'
import { resolveEnv, type Environment, type ResolvedEnv } from '../plan/env/resolve.ts'
import { planFindings } from '../plan/findings.ts'
import { checkParameters, parametersOf, readParameters, type ParameterCheck } from '../plan/parameters.ts'
import { planPrimitive, type PlanParts } from '../plan/plan.ts'
import { bare, SourcedDict, sourcedText, type Sourced } from '../plan/template/sourced.ts'
import { configureParameters } from '../plan/tool-config/chain.ts'
import type { Value } from '../read/value/value.ts'
import { buildChain, ChainFault, primitiveAtEnd, type Chain, type ChainElement } from '../resolve/chain.ts'
import { validateChain, type ChainVerdict } from '../resolve/validate/chain.ts'
import { graphFindings } from '../run/graph/diagnose.ts'
import { untraced, type Trace } from '../trace.ts'
import { checkLock, type LockState } from '../trust/lock-state.ts'
import { verifyElements, type Seals } from '../trust/seals.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { contributed, lintOf } from './contributions.ts'
import { keptChain } from './kept-chain.ts'
import type { AnalysisOptions, AnalysisRequest } from './request.ts'
import { done, engineFault, stopped, type Stage } from './stage.ts'

/** One call, as every step sees it. */
export interface Run {
  readonly workspace: Workspace
  readonly request: AnalysisRequest
  readonly options: AnalysisOptions
  readonly trace: Trace
  /** Whether signatures are looked at. */
  readonly verify: boolean
  /** What the steps may do together. */
  readonly work: WorkBudget
}

/** What a step makes of what is known, or how far it came. */
export type Step<Known> = Stage<Known, PartlyKnown>

/** What is known where a step stopped. */
export type PartlyKnown = Partial<Planned>

type Named = ReadonlyMap<string, Sourced>

export interface Asked {
  /** Empty where they cannot be read. */
  readonly given: Named
  readonly unreadable: Diagnostic | null
}

/** The call itself: the project that was meant, and the parameters (R9.2). Unreadable ones are reported after the chain. */
export function readCall({ workspace, request, options }: Run): Step<Asked> {
  const { project } = workspace.settings
  const asked = options.project_path ?? project
  const findings: Diagnostic[] = asked === project ? [] : [{ code: 'project-differs', asked, project, at: null }]
  const { parameters } = request
  const read = typeof parameters === 'string' ? readParameters(parameters) : { values: parametersOf(parameters) }
  if ('problem' in read) return done({ given: new Map(), unreadable: read.problem }, findings)
  return done({ given: read.values, unreadable: null }, findings)
}

export interface Followed extends Asked {
  readonly chain: Chain
}

/** R3.1: the chain, from the tool to a primitive or to what broke it. A broken one is still locked, verified and validated. */
export function followChain({ workspace, request, options, trace }: Run, known: Asked): Step<Followed> {
  try {
    const chain = (options.brief === true ? buildChain : keptChain)(workspace, request.item_id, trace)
    return done({ ...known, chain }, chain.findings)
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault
    return stopped({ ...known, chain: fault.chain }, [engineFault(fault)])
  }
}

export interface Locked extends Followed {
  readonly lock: LockState
}

/** R11.2: the lockfile; then what broke the chain, if anything did. */
export function holdAgainstLock({ workspace, options, trace }: Run, known: Followed): Step<Locked> {
  const lock = checkLock(workspace, known.chain, options.skip_lockfile === true, trace)
  const { problem } = known.chain
  return done({ ...known, lock }, problem ? [...lock.findings, problem] : lock.findings)
}

export interface Verified extends Locked {
  /** Null where nobody looked. */
  readonly seals: Seals | null
}

/** R10.4: the signature of every element. */
export function verifySignatures({ workspace, verify, trace }: Run, known: Locked): Step<Verified> {
  const seals = verify ? verifyElements(workspace, known.chain, trace) : null
  return done({ ...known, seals }, seals?.findings ?? [])
}

/** R16.8: the graph that the tool is, if it is one, also where its chain is broken. */
export function checkGraph({ workspace }: Run, known: Verified): Step<Verified> {
  return done(known, graphFindings(workspace, known.chain.elements))
}

export interface Validated extends Verified {
  readonly verdict: ChainVerdict
}

/** R4: every pair, and each element alone. The last step that a broken chain takes. */
export function validatePairs({ options, trace }: Run, known: Verified): Step<Validated> {
  const { elements, problem } = known.chain
  const claims = elements.map((element) => element.claim)
  const verdict = validateChain(claims, trace)
  const strict = options.skip_validation !== true
  const findings = elements.flatMap((element, index) => lintOf(element, index))
  if (strict) for (const finding of verdict.findings) findings.push(finding)
  if (known.unreadable) findings.push(known.unreadable)
  const validated = { ...known, verdict }
  return problem || (strict && !verdict.valid) ? stopped(validated, findings) : done(validated, findings)
}

export interface Checked extends Validated {
  readonly defaults: Named
}

/** R5.1: the tool's schema on the parameters. */
export function checkSchema({ options, trace, work }: Run, known: Validated): Step<Checked> {
  const tool = options.skip_schema === true ? undefined : known.chain.elements[0]
  const { defaults, findings } = checkAgainst(tool, known.given, work)
  if (trace !== untraced) {
    const errors = findings.flatMap((finding) => (finding.code === 'parameter-invalid' ? [finding.pointer] : []))
    trace?.({ step: 'check_parameters', errors, defaults: [...defaults.keys()] })
  }
  return done({ ...known, defaults }, findings)
}

function checkAgainst(tool: ChainElement | undefined, given: Named, work: WorkBudget): ParameterCheck {
  const schema = tool?.metadata?.fields.get('config_schema')
  if (!schema) return { defaults: new Map(), findings: [] }
  const values = new Map([...given].map(([name, node]) => [name, bare(node)]))
  return checkParameters(values, schema.value, tool?.path ?? null, work)
}

export interface Anchored extends Checked {
  readonly anchor: PlacedAnchor
}

/** R7: whose anchor rules, where it lies, and the dependencies below it. */
export function findAnchor({ workspace, verify, trace }: Run, known: Checked): Step<Anchored> {
  const anchor = placeAnchor(workspace, known.chain.elements, verify, trace)
  const anchored = { ...known, anchor }
  return anchor.failed ? stopped(anchored, anchor.findings) : done(anchored, anchor.findings)
}

export interface InEnvironment extends Anchored {
  readonly env: Environment
}

/** R6, R7.3: the environment from the primitive up to the tool, the anchor's paths last. */
export function resolveEnvironment(run: Run, known: Anchored): Step<InEnvironment> {
  const { env, findings, failed } = environmentOf(run, known.chain.elements, known.anchor)
  return failed ? stopped(known, findings) : done({ ...known, env }, findings)
}

function environmentOf(
  { workspace, trace }: Run,
  elements: readonly ChainElement[],
  anchor: PlacedAnchor,
): ResolvedEnv {
  const contributors = elements.map((element, index) => ({
    item_id: element.item_id,
    space: element.space,
    index,
    env_config: contributed(element, index, 'env_config'),
  }))
  const resolved = resolveEnv(workspace, contributors, anchor.context, trace)
  if (resolved.failed || !anchor.active || !anchor.config) return resolved
  const source = { item_id: elements[anchor.source ?? 0]?.item_id ?? '', by: anchor.by }
  const edited = applyEnvPaths(workspace, source, anchor.config, resolved.env, anchor.context)
  return { env: edited.env, findings: [...resolved.findings, ...edited.findings], failed: edited.failed }
}

export interface Configured extends InEnvironment {
  readonly resolved_config: Sourced | null
  /** After defaults, tool config and the anchor's names. */
  readonly parameters: Named
}

/** R8: the tool configs, into the parameters. */
export function resolveToolConfigs({ workspace, verify, trace }: Run, known: InEnvironment): Step<Configured> {
  const { given, defaults, anchor, chain } = known
  const filled = defaults.size === 0 ? given : new Map([...given, ...defaults])
  const { resolved, parameters, findings, failed } = configureParameters(
    workspace,
    chain.elements,
    filled,
    verify,
    trace,
  )
  if (failed) return stopped(known, findings)
  return done({ ...known, resolved_config: resolved, parameters: withAnchor(anchor, parameters) }, findings)
}

/** The anchor's names come before the caller's parameters, which win; its `cwd` wins over theirs (R7.3). */
function withAnchor(anchor: PlacedAnchor, parameters: Named): Named {
  if (parameters.size === 0 && !anchor.cwd) return anchor.context
  const made = new Map<string, Sourced>(anchor.context)
  for (const [name, value] of parameters) made.set(name, value)
  if (anchor.cwd) made.set('cwd', anchor.cwd)
  return made
}

export interface Merged extends Configured {
  readonly config: ReadonlyMap<Value, Sourced>
}

/** R9.1 to R9.4: the configs from the primitive up, the parameters, and both template passes. */
export function mergeConfig({ workspace, options }: Run, known: Configured): Step<Merged> {
  const { elements } = known.chain
  const contributors = elements.map((element, index) => ({
    item_id: element.item_id,
    config: contributed(element, index, 'config'),
  }))
  const toolPath = elements[0]?.path ?? undefined
  const merged = buildExecutionConfig(workspace, contributors, toolPath, known.env, known.parameters)
  if ('problem' in merged) return stopped(known, [merged.problem])
  return done({ ...known, config: withExtraEnv(merged.config, options.extra_env) }, merged.findings)
}

function withExtraEnv(
  config: ReadonlyMap<Value, Sourced>,
  extra: Readonly<Record<string, string>> | undefined,
): ReadonlyMap<Value, Sourced> {
  const env = config.get('env')
  if (!extra || env?.kind !== 'dict') return config
  const entries = new Map(env.entries)
  for (const [name, value] of Object.entries(extra)) entries.set(name, sourcedText(value, { kind: 'caller' }))
  return new Map(config).set('env', new SourcedDict(entries, env.by, env.at, env.beat))
}

export interface Planned extends Merged {
  readonly plan: PlanParts
}

/** R9.5, R9.6: what the primitive would be given. */
export function makePlan({ workspace, trace }: Run, known: Merged): Step<Planned> {
  const primitive = primitiveAtEnd(workspace, known.chain.elements)
  if (typeof primitive !== 'string') return stopped(known, [primitive])
  const planned = planPrimitive(workspace, primitive, known.config, known.parameters, known.env)
  if ('problem' in planned) return stopped(known, [planned.problem])
  const { parts } = planned
  const findings = [...planned.findings, ...planFindings(parts, trace)]
  trace?.({ step: 'build_plan', primitive, digest: parts.digest })
  return done({ ...known, plan: parts }, findings)
}
