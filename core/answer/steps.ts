import type { Diagnostic } from '../diagnostics/facts.ts'
import { placeAnchor, type PlacedAnchor } from '../plan/anchor/anchor.ts'
import { buildExecutionConfig } from '../plan/config.ts'
import { chainEnv, withExtraEnv } from '../plan/env/process-env.ts'
import type { Environment } from '../plan/env/resolve.ts'
import { namesOfCaller, runtimeAsItem, unrelatedPlan } from '../plan/relation.ts'
import { scriptFindings } from '../plan/script.ts'
import { planFindings } from '../plan/findings.ts'
import { checkParameters, parametersOf, readParameters, type ParameterCheck } from '../plan/parameters.ts'
import { planDigest, planPrimitive, type PlanParts } from '../plan/plan.ts'
import { bare, type Sourced } from '../plan/template/sourced.ts'
import { configureParameters, type ConfigUse } from '../plan/tool-config/chain.ts'
import { nodeAt } from '../read/located.ts'
import { type Value } from '../read/value/value.ts'
import { primitiveAtEnd } from '../resolve/chain-end.ts'
import { buildChain, ChainFault, fieldRange, type Chain, type ChainElement } from '../resolve/chain.ts'
import { validateLinks, type ChainVerdict } from '../resolve/validate/chain.ts'
import { graphChecks } from '../graph/graph-part.ts'
import { graphRuntime } from '../graph/graph-runtime.ts'
import { untraced, type Trace } from '../trace.ts'
import { checkLock, type LockState } from '../trust/lock-state.ts'
import { verifyElements, type Seals } from '../trust/seals.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { keptChain } from './kept-chain.ts'
import type { AnalysisOptions, AnalysisRequest } from './request.ts'
import { shareElements, type SharedElement } from './shared-element.ts'
import { done, engineFault, failed, type Stage } from './stage.ts'

/** The input that all steps of one call share. */
export interface Run {
  readonly workspace: Workspace
  readonly request: AnalysisRequest
  readonly options: AnalysisOptions
  readonly trace: Trace
  /** Whether signatures are checked. */
  readonly verify: boolean
  /** The work budget that all steps share. */
  readonly work: WorkBudget
}

type Named = ReadonlyMap<string, Sourced>

/**
 * The caller's parameters (R9.2). Unreadable parameters count as an empty mapping, and the problem is reported with the
 * chain's problems.
 */
export interface CallerParameters {
  readonly values: Named
  readonly problem: Diagnostic | null
}

/** Units of work per named parameter, for all steps. */
const nameWork = 60

/** Checks the expected project and reads the parameters. */
export function readCall({ workspace, request, options, work }: Run): Stage<CallerParameters> {
  const { project } = workspace.settings
  const asked = options.project_path ?? project
  const findings: Diagnostic[] = asked === project ? [] : [{ code: 'project-differs', asked, project, at: null }]
  const { parameters } = request
  const read = typeof parameters === 'string' ? readParameters(parameters, work) : { values: parametersOf(parameters) }
  if ('problem' in read) return done({ values: new Map(), problem: read.problem }, findings)
  work.share('parameters').draw(read.values.size * nameWork)
  return done({ values: read.values, problem: null }, findings)
}

/**
 * R3.1: the chain, from the tool to a primitive or to a problem. A broken chain still continues to lockfile, signatures
 * and validation.
 */
export function followChain({ workspace, request, options, trace }: Run): Stage<Chain> {
  try {
    const chain = (options.brief === true ? buildChain : keptChain)(workspace, request.item_id, trace)
    return done(chain, [...chain.findings, ...runtimeAsItem(chain.elements[0])])
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault
    return failed([engineFault(fault)], fault.chain)
  }
}

/** R11.2: the lockfile, followed by the problem of a broken chain. */
export function holdAgainstLock({ workspace, options, trace, work }: Run, chain: Chain): Stage<LockState> {
  const lock = checkLock(workspace, chain, options.skip_lockfile === true, trace, work)
  return done(lock, chain.problem ? [...lock.findings, chain.problem] : lock.findings)
}

/** R10.4: the signature of every element; null if signatures are not checked. */
export function verifySignatures({ workspace, verify, trace, work }: Run, chain: Chain): Stage<Seals | null> {
  const share = work.share('signatures', chain.elements[0]?.path ?? null)
  const seals = verify ? verifyElements(workspace, chain, trace, share) : null
  return done(seals, seals?.findings ?? [])
}

/** R16.8: the findings about the tool's graph, even with a broken chain; empty if the tool is not a graph. */
export function checkGraph({ workspace, work }: Run, { elements }: Chain): Stage<null> {
  if (elements[0]?.executor_id !== graphRuntime) return done(null, [])
  const share = work.share('graph', elements[0].path)
  return done(null, workspace.host.parts.get(graphChecks)?.(workspace, elements, share) ?? [])
}

/** The elements' contributions to a run, computed when a later step needs them. */
export function shareChain({ workspace }: Run, { elements }: Chain): Stage<readonly SharedElement[]> {
  return done(shareElements(workspace, elements), [])
}

/** Units of work to compare one input or output name. */
const comparedWork = 5

/**
 * R4: validates every pair, and each element alone. No later step runs for a broken chain, or for an invalid pair
 * unless validation is skipped.
 */
export function validatePairs(
  { options, trace, work }: Run,
  { problem, elements: [tool] }: Chain,
  elements: readonly SharedElement[],
  given: CallerParameters,
): Stage<ChainVerdict> {
  const verdict = validateLinks(elements, (child, parent) => child.pairWith(parent), trace)
  work.share('chain', tool?.path ?? null).draw(verdict.names * comparedWork)
  const strict = options.skip_validation !== true
  const findings: Diagnostic[] = []
  for (const element of elements) for (const finding of element.findings) findings.push(finding)
  if (strict) for (const finding of verdict.findings) findings.push(finding)
  if (given.problem) findings.push(given.problem)
  return problem || (strict && !verdict.valid) ? failed(findings, verdict) : done(verdict, findings)
}

/** R5.1: validates the parameters against the tool's schema, and returns the defaults of absent ones. */
export function checkSchema(
  { workspace, options, trace, work }: Run,
  chain: Chain,
  given: CallerParameters,
): Stage<Named> {
  const tool = options.skip_schema === true ? undefined : chain.elements[0]
  const { defaults, findings } = checkAgainst(tool, given.values, work)
  if (trace !== untraced) {
    const errors = findings.flatMap((finding) => (finding.code === 'parameter-invalid' ? [finding.pointer] : []))
    trace?.({ step: 'check_parameters', errors, defaults: [...defaults.keys()] })
  }
  return done(
    defaults,
    findings.map((finding) => withNesting(finding, workspace, given.values)),
  )
}

/** R9K: adds the names of nested parameters to a finding. Callers nest them because seed 002 prints such a call. */
function withNesting(finding: Diagnostic, { dialect }: Workspace, given: Named): Diagnostic {
  if (dialect.parameters !== 'merged') return finding
  if (finding.code !== 'parameter-invalid' && finding.code !== 'plan-incomplete') return finding
  const nested = ['config', 'params'].filter((name) => given.get(name)?.kind === 'dict')
  return nested.length === 0 ? finding : { ...finding, nested }
}

function checkAgainst(tool: ChainElement | undefined, given: Named, work: WorkBudget): ParameterCheck {
  const schema = tool?.metadata?.fields.get('config_schema')
  if (!schema) return { defaults: new Map(), findings: [] }
  const values = new Map([...given].map(([name, node]) => [name, bare(node)]))
  return checkParameters(values, schema.value, tool?.path ?? null, work)
}

/** R7: the anchor that applies, its directory, and its dependencies. */
export function findAnchor({ workspace, verify, trace, work }: Run, chain: Chain): Stage<PlacedAnchor> {
  const anchor = placeAnchor(workspace, chain.elements, verify, trace, work)
  return anchor.failed ? failed(anchor.findings, anchor) : done(anchor, anchor.findings)
}

/** R6, R7.3: the environment, from the primitive up to the tool; the anchor's paths are added last. */
export function resolveEnvironment(
  { workspace, trace, work }: Run,
  elements: readonly SharedElement[],
  anchor: PlacedAnchor,
): Stage<Environment> {
  const { env, findings, failed: cannot } = chainEnv(workspace, elements, anchor, trace, work)
  return cannot ? failed(findings) : done(env, findings)
}

/** The tool's own config, and the parameters after defaults, configs and anchor names. */
export interface Configured {
  readonly resolved_config: Sourced | null
  readonly parameters: Named
  readonly configs: readonly ConfigUse[]
}

/** R8, R7: merges the tool configs and the anchor's names into the parameters. */
export function resolveToolConfigs(
  { workspace, verify, trace, work }: Run,
  { elements }: Chain,
  { values }: CallerParameters,
  defaults: Named,
  anchor: PlacedAnchor,
): Stage<Configured> {
  const filled = defaults.size === 0 ? values : new Map([...values, ...defaults])
  const configured = configureParameters(workspace, elements, filled, verify, trace, work)
  if (configured.failed) return failed(configured.findings)
  const parameters = withAnchor(anchor, configured.parameters)
  return done({ resolved_config: configured.resolved, parameters, configs: configured.configs }, configured.findings)
}

/**
 * Adds the anchor's names to the parameters. The caller's parameters override the names, but the anchor's `cwd`
 * overrides the caller's `cwd` (R7.3).
 */
function withAnchor(anchor: PlacedAnchor, parameters: Named): Named {
  if (parameters.size === 0 && !anchor.cwd) return anchor.context
  const made = new Map<string, Sourced>(anchor.context)
  for (const [name, value] of parameters) made.set(name, value)
  if (anchor.cwd) made.set('cwd', anchor.cwd)
  return made
}

/** Units of work per placeholder with a finding. */
const findingWork = 10

/** A finished configuration (R9.1 to R9.4). */
export type Config = ReadonlyMap<Value, Sourced>

/** R9.1 to R9.4: merges the configs from the primitive up with the parameters, and applies both template passes. */
export function mergeConfig(
  { workspace, options, trace, work }: Run,
  { elements: chain }: Chain,
  elements: readonly SharedElement[],
  env: Environment,
  { parameters }: Configured,
): Stage<Config> {
  const [tool] = chain
  const share = work.share('templates', tool?.path ?? null)
  const merged = buildExecutionConfig(workspace, elements, tool?.path ?? undefined, env, parameters, share)
  if ('problem' in merged) return failed([merged.problem])
  const { module } = merged
  if (tool && module)
    trace?.({ step: 'call_module', item_id: tool.item_id, module: module.name, directory: module.directory })
  share.draw(merged.findings.length * findingWork)
  return done(withExtraEnv(merged.config, options.extra_env), merged.findings)
}

/** Adds the item and its file to a finding that prevents a plan, because many items can lack the same value. */
function ofItem(problem: Diagnostic, tool: ChainElement | undefined): Diagnostic {
  if (problem.code !== 'plan-incomplete' || !tool || tool.path === null) return problem
  const at = problem.at ?? fieldRange(tool, 'executor_id') ?? { path: tool.path, start: 0, end: 0 }
  return { ...problem, item_id: tool.item_id, path: tool.path, at }
}

/** R9.5, R9.6: the plan of the primitive. */
export function makePlan(
  { workspace, options, trace, work }: Run,
  { elements }: Chain,
  env: Environment,
  { parameters }: Configured,
  config: Config,
): Stage<PlanParts> {
  const primitive = primitiveAtEnd(workspace, elements)
  if (typeof primitive !== 'string') return failed([primitive])
  const share = work.share('templates', elements[0]?.path ?? null)
  const planned = planPrimitive(workspace, primitive, config, parameters, env, share)
  if ('problem' in planned) return failed([withNesting(ofItem(planned.problem, elements[0]), workspace, parameters)])
  const { parts } = planned
  const ofTexts = planFindings(parts, trace)
  share.draw(ofTexts.length * findingWork)
  const findings = [
    ...planned.findings,
    ...namesOfCaller(parameters, parts, workspace.dialect.parameters === 'merged'),
    ...unrelatedPlan(elements, parts),
    ...scriptFindings(workspace, elements, parts),
    ...(options.skip_schema === true ? ofTexts.filter((finding) => !isDeclared(finding, elements[0])) : ofTexts),
  ]
  trace?.({ step: 'build_plan', primitive, digest: planDigest(workspace.host, parts) })
  return done(parts, findings)
}

/** Whether a placeholder without a value names a parameter of the tool's schema, so a caller can set it (R5.1). */
function isDeclared(finding: Diagnostic, tool: ChainElement | undefined): boolean {
  if (finding.code !== 'template-unknown-name') return false
  const schema = tool?.metadata?.fields.get('config_schema')
  return schema !== undefined && nodeAt(schema.value, ['properties', finding.placeholder.slice(1, -1)]) !== undefined
}
