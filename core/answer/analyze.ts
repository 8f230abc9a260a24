import { placeAnchor, type PlacedAnchor } from '../plan/anchor/anchor.ts'
import { applyEnvPaths } from '../plan/anchor/place.ts'
import type { Analysis } from './analysis.ts'
import { buildChain, ChainFault, primitiveAtEnd, type Chain, type ChainElement } from '../resolve/chain.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { Draft } from './draft.ts'
import { resolveEnv, type Environment } from '../plan/env/resolve.ts'
import { engineFault, guardedDocument } from './fault.ts'
import { checkLock, type LockState } from '../trust/lock-state.ts'
import { checkParameters, parametersOf, readParameters } from '../plan/parameters.ts'
import { buildExecutionConfig } from '../plan/config.ts'
import { planFindings } from '../plan/findings.ts'
import { planPrimitive, type PlanParts } from '../plan/plan.ts'
import { verifyElements, type Seals } from '../trust/seals.ts'
import { bare, sourced, SourcedDict, sourcedText, type Sourced } from '../plan/template/sourced.ts'
import { configureParameters } from '../plan/tool-config/chain.ts'
import { untraced, type Trace, type TraceEvent } from '../trace.ts'
import type { MetadataField } from '../read/metadata/metadata.ts'
import type { Claim } from '../resolve/validate/claim.ts'
import { lintElement } from '../resolve/validate/lint.ts'
import { validateChain, type ChainVerdict } from '../resolve/validate/chain.ts'
import type { Dict, Value } from '../read/value/value.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What is asked: an item, and the caller's parameters as JSON text or as values. */
export interface AnalysisRequest {
  readonly item_id: string
  readonly parameters: string | Dict
}

/** What may be left out, for callers that know why. */
export interface AnalysisOptions {
  /** Look at no signature at all. */
  readonly skip_integrity?: boolean
  /** Leave the pair rules out (R4). */
  readonly skip_validation?: boolean
  /** Leave the tool's schema out (R5): for checks of an item that nobody has called. */
  readonly skip_schema?: boolean
  /** Leave the lockfile out (R11). */
  readonly skip_lockfile?: boolean
  /** Tell no trace and keep no chain: for checks of whole workspaces, which remember what they need themselves. */
  readonly brief?: boolean
  /** The project that the caller means; a call that means another one is refused. */
  readonly project_path?: string
  /** Laid over the environment of the finished configuration. */
  readonly extra_env?: Readonly<Record<string, string>>
  /** Show secrets in trace and provenance instead of their fingerprints. */
  readonly show_secrets?: boolean
}

/** Everything that was found out about one run, before anything runs. Later fields are null where an earlier step failed. */
export interface Resolution {
  readonly item_id: string
  readonly chain: Chain
  readonly lock: LockState
  readonly seals: Seals | null
  readonly verdict: ChainVerdict | null
  readonly given: ReadonlyMap<string, Sourced>
  readonly defaults: ReadonlyMap<string, Sourced>
  readonly anchor: PlacedAnchor | null
  readonly env: Environment | null
  readonly resolved_config: Sourced | null
  /** The parameters after defaults, context and tool config. */
  readonly parameters: ReadonlyMap<string, Sourced>
  readonly config: ReadonlyMap<Value, Sourced> | null
  readonly plan: PlanParts | null
  readonly findings: readonly Diagnostic[]
  readonly trace: readonly TraceEvent[]
  /** Whether it may run: there is a plan, and nothing forbids it. */
  readonly ready: boolean
}

/** The analysis document of one item: the same answer in page, server and command line. Never throws. */
export function analyze(workspace: Workspace, request: AnalysisRequest, options: AnalysisOptions = {}): Analysis {
  workspace.refresh()
  return guardedDocument(workspace, resolveRun(workspace, request, options), options)
}

/** Find out everything about a run that can be known without running it. Never throws: our own faults are findings. */
export function resolveRun(workspace: Workspace, request: AnalysisRequest, options: AnalysisOptions = {}): Resolution {
  const events: TraceEvent[] = []
  const draft = new Draft(request.item_id, events)
  try {
    const trace: Trace = options.brief === true ? untraced : (event) => void events.push(event)
    return takeSteps(workspace, request, options, draft, trace)
  } catch (fault) {
    if (fault instanceof ChainFault) draft.chain = fault.chain
    draft.report(engineFault(fault))
    return draft.finish(workspace)
  }
}

/** The pipeline; one line a step. */
function takeSteps(
  workspace: Workspace,
  request: AnalysisRequest,
  options: AnalysisOptions,
  draft: Draft,
  trace: Trace,
): Resolution {
  const verify = options.skip_integrity !== true
  const { project } = workspace.settings
  const asked = options.project_path ?? project
  if (asked !== project) draft.report({ code: 'project-differs', asked, project, at: null })
  const given =
    typeof request.parameters === 'string'
      ? readParameters(request.parameters)
      : { values: parametersOf(request.parameters) }
  if ('values' in given) draft.given = given.values

  const chainOf = options.brief === true ? buildChain : rememberedChain
  draft.chain = chainOf(workspace, request.item_id, trace)
  draft.report(draft.chain.findings)
  draft.lock = checkLock(workspace, draft.chain, options.skip_lockfile === true, trace)
  draft.report(draft.lock.findings)
  draft.report(draft.chain.problem)

  const { elements } = draft.chain
  if (verify) draft.seals = verifyElements(workspace, draft.chain, trace)
  draft.report(draft.seals?.findings)
  draft.verdict = validateChain(
    elements.map((element) => element.claim),
    trace,
  )
  elements.forEach((element, index) => draft.report(lintOf(element, index)))
  if (options.skip_validation !== true) draft.report(draft.verdict.findings)
  if ('problem' in given) draft.report(given.problem)
  if (draft.chain.problem || (!draft.verdict.valid && options.skip_validation !== true)) return draft.finish(workspace)

  const checked = checkAgainstSchema(options.skip_schema === true ? undefined : elements[0], draft.given)
  draft.defaults = checked.defaults
  draft.report(checked.findings)
  if (trace !== untraced) {
    const errors = checked.findings.flatMap((finding) =>
      finding.code === 'parameter-invalid' ? [finding.pointer] : [],
    )
    trace?.({ step: 'check_parameters', errors, defaults: [...checked.defaults.keys()] })
  }

  draft.anchor = placeAnchor(workspace, elements, verify, trace)
  draft.report(draft.anchor.findings)
  if (draft.anchor.failed) return draft.finish(workspace)

  const env = environmentOf(workspace, elements, draft.anchor, trace)
  draft.report(env.findings)
  if (env.failed) return draft.finish(workspace)
  draft.env = env.env

  const configured = configureParameters(
    workspace,
    elements,
    checked.defaults.size === 0 ? draft.given : new Map([...draft.given, ...draft.defaults]),
    verify,
    trace,
  )
  draft.report(configured.findings)
  if (configured.failed) return draft.finish(workspace)
  draft.resolved_config = configured.resolved
  draft.parameters = withAnchor(draft.anchor, configured.parameters)

  const contributors = elements.map((element, index) => ({
    item_id: element.item_id,
    config: contributed(element, index, 'config'),
  }))
  const execution = buildExecutionConfig(
    workspace,
    contributors,
    elements[0]?.path ?? undefined,
    draft.env,
    draft.parameters,
  )
  draft.report('problem' in execution ? execution.problem : execution.findings)
  if ('problem' in execution) return draft.finish(workspace)
  draft.config = withExtraEnv(execution.config, options.extra_env)

  const primitive = primitiveAtEnd(workspace, elements)
  if (typeof primitive !== 'string') {
    draft.report(primitive)
    return draft.finish(workspace)
  }
  const planned = planPrimitive(workspace, primitive, draft.config, draft.parameters, draft.env)
  draft.report('problem' in planned ? planned.problem : planned.findings)
  if ('problem' in planned) return draft.finish(workspace)
  draft.plan = planned.parts
  draft.report(planFindings(planned.parts, trace))
  trace?.({ step: 'build_plan', primitive, digest: planned.parts.digest })
  return draft.finish(workspace)
}

/** R12.1: the chain as long as no file of it, nor any that would shadow one, has changed; told in the trace like a new one. */
function rememberedChain(workspace: Workspace, itemId: string, trace: Trace): Chain {
  const { chain: figures, metadata } = workspace.figures
  const read = metadata.misses
  // A new chain may end in one that is known: the figures alone do not tell whether this one was.
  let hit = true
  const built = workspace.remember(`chain ${itemId}`, figures, () => {
    hit = false
    const events: TraceEvent[] = []
    return { chain: buildChain(workspace, itemId, (event) => void events.push(event)), events }
  })
  for (const event of built.events) trace?.(event)
  trace?.({
    step: 'cache',
    item_id: itemId,
    cache: 'chain',
    hit,
    hits: figures.hits,
    misses: figures.misses,
  })
  trace?.({
    step: 'cache',
    item_id: itemId,
    cache: 'metadata',
    hit: metadata.misses === read,
    hits: metadata.hits,
    misses: metadata.misses,
  })
  return built.chain
}

function checkAgainstSchema(
  tool: ChainElement | undefined,
  given: ReadonlyMap<string, Sourced>,
): ReturnType<typeof checkParameters> {
  const schema = tool?.metadata?.fields.get('config_schema')
  if (!schema) return { defaults: new Map(), findings: [] }
  return checkParameters(
    new Map([...given].map(([name, node]) => [name, bare(node)])),
    schema.value,
    tool?.path ?? null,
  )
}

function environmentOf(
  workspace: Workspace,
  elements: readonly ChainElement[],
  anchor: PlacedAnchor,
  trace: Trace,
): { readonly env: Environment; readonly findings: readonly Diagnostic[]; readonly failed: boolean } {
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

/** A field of an element as something that element contributes. */
function contributed(element: ChainElement, index: number, name: 'env_config' | 'config'): Sourced | undefined {
  const field = element.metadata?.fields.get(name)
  if (!field || (field.value.kind === 'scalar' && field.value.value === null)) return undefined
  const known = index === 0 ? undefined : contributions.get(field)
  if (known?.by.kind === 'element' && known.by.index === index && known.by.item_id === element.item_id) return known
  const by = { kind: 'element', item_id: element.item_id, space: element.space, index } as const
  const node = sourced(field.value, by, element.path ?? '')
  if (index > 0) contributions.set(field, node)
  return node
}

/** A runtime contributes the same values to every tool above it. */
const contributions = new WeakMap<MetadataField, Sourced>()

/** R4.5: what can be said of an element alone; a built-in primitive has no file to speak of. */
function lintOf({ claim, path }: ChainElement, index: number): readonly Diagnostic[] {
  if (path === null) return []
  const known = index === 0 ? undefined : lints.get(claim)
  if (known) return known
  const findings = lintElement(claim, { path })
  if (index > 0) lints.set(claim, findings)
  return findings
}

/** A runtime is the same below every tool. */
const lints = new WeakMap<Claim, readonly Diagnostic[]>()

/** The anchor's names stand before the caller's parameters, which win; its `cwd` wins over theirs (R7.3). */
function withAnchor(anchor: PlacedAnchor, parameters: ReadonlyMap<string, Sourced>): ReadonlyMap<string, Sourced> {
  if (parameters.size === 0 && !anchor.cwd) return anchor.context
  const made = new Map<string, Sourced>(anchor.context)
  for (const [name, value] of parameters) made.set(name, value)
  if (anchor.cwd) made.set('cwd', anchor.cwd)
  return made
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
