import type { Chain } from '../resolve/chain.ts'
import type { ChainVerdict } from '../resolve/validate/chain.ts'
import { blocksRun } from '../diagnostics/severity.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import type { PlacedAnchor } from '../plan/anchor/anchor.ts'
import type { Environment } from '../plan/env/resolve.ts'
import type { PlanParts } from '../plan/plan.ts'
import type { Sourced } from '../plan/template/sourced.ts'
import type { ConfigUse } from '../plan/tool-config/chain.ts'
import type { TraceEvent } from '../trace.ts'
import type { LockState } from '../trust/lock-state.ts'
import type { Seals } from '../trust/seals.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { SharedElement } from './shared-element.ts'
import { closedFolderFindings } from './closed-folders.ts'
import { known, type Stage } from './stage.ts'
import type { Config, Configured, CallerParameters, Run } from './steps.ts'

/** The result of resolving one run, before anything runs. Fields of later steps are null if an earlier step failed. */
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
  /** The config files of each element that declares config files. */
  readonly configs: readonly ConfigUse[]
  /** The parameters after defaults, anchor names and tool config. */
  readonly parameters: ReadonlyMap<string, Sourced>
  readonly config: Config | null
  readonly plan: PlanParts | null
  readonly findings: readonly Diagnostic[]
  readonly trace: readonly TraceEvent[]
  /** The remaining work budget of the analysis. */
  readonly work: WorkBudget
  /** Whether the item can run: it has a plan, and no finding blocks the run. */
  readonly ready: boolean
}

const nothing: ReadonlyMap<string, Sourced> = new Map()
const noChain: Chain = { elements: [], problem: null, findings: [], search: 0 }
const noLock: LockState = { state: 'unsupported', path: null, findings: [], would_pin: null }

/** The stages of the pipeline, in their order. */
export interface Steps {
  readonly given: Stage<CallerParameters>
  readonly chain: Stage<Chain>
  readonly lock: Stage<LockState>
  readonly seals: Stage<Seals | null>
  readonly graph: Stage<null>
  readonly elements: Stage<readonly SharedElement[]>
  readonly verdict: Stage<ChainVerdict>
  readonly defaults: Stage<ReadonlyMap<string, Sourced>>
  readonly anchor: Stage<PlacedAnchor>
  readonly env: Stage<Environment>
  readonly configured: Stage<Configured>
  readonly config: Stage<Config>
  readonly plan: Stage<PlanParts>
}

/** The resolution from the pipeline's stages. If a stage failed, its fields have the known part. */
export function resolutionOf(
  { workspace, request, work }: Run,
  steps: Steps,
  trace: readonly TraceEvent[],
): Resolution {
  const configured = known(steps.configured)
  const plan = known(steps.plan) ?? null
  const chain = known(steps.chain) ?? noChain
  const anchor = known(steps.anchor) ?? null
  const closed = closedFolderFindings(workspace, request.item_id, chain, anchor)
  const findings = [...findingsOf(steps), ...closed]
  const devMode = workspace.settings.dev_mode
  return {
    item_id: request.item_id,
    chain,
    lock: known(steps.lock) ?? noLock,
    seals: known(steps.seals) ?? null,
    verdict: known(steps.verdict) ?? null,
    given: known(steps.given)?.values ?? nothing,
    defaults: known(steps.defaults) ?? nothing,
    anchor,
    env: known(steps.env) ?? null,
    resolved_config: configured?.resolved_config ?? null,
    configs: configured?.configs ?? [],
    parameters: configured?.parameters ?? nothing,
    config: known(steps.config) ?? null,
    plan,
    findings,
    trace,
    work,
    ready: plan !== null && !findings.some((finding) => blocksRun(finding, devMode)),
  }
}

/** All findings, in the order of the steps. */
function findingsOf(steps: Steps): readonly Diagnostic[] {
  const { given, chain, lock, seals, graph, elements, verdict, defaults, anchor, env, configured, config, plan } = steps
  const findings: Diagnostic[] = []
  for (const stage of [
    given,
    chain,
    lock,
    seals,
    graph,
    elements,
    verdict,
    defaults,
    anchor,
    env,
    configured,
    config,
    plan,
  ])
    for (const finding of stage.findings) findings.push(finding)
  return findings
}
