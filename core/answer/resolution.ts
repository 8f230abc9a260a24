import type { Chain } from '../resolve/chain.ts'
import type { ChainVerdict } from '../resolve/validate/chain.ts'
import { blocksRun } from '../diagnostics/severity.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import type { PlacedAnchor } from '../plan/anchor/anchor.ts'
import type { Environment } from '../plan/env/resolve.ts'
import type { PlanParts } from '../plan/plan.ts'
import type { Sourced } from '../plan/template/sourced.ts'
import type { Value } from '../read/value/value.ts'
import type { TraceEvent } from '../trace.ts'
import type { LockState } from '../trust/lock-state.ts'
import type { Seals } from '../trust/seals.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { Stage } from './stage.ts'
import type { PartlyKnown } from './steps.ts'

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
  /** What is left of the work that the whole analysis may do. */
  readonly work: WorkBudget
  /** Whether it may run: there is a plan, and nothing forbids it. */
  readonly ready: boolean
}

const nothing: ReadonlyMap<string, Sourced> = new Map()
const noChain: Chain = { elements: [], problem: null, findings: [] }
const noLock: LockState = { state: 'unsupported', path: null, findings: [], would_pin: null }

/** The answer that the pipeline came to, or what of it is known. */
export function resolutionOf(
  itemId: string,
  { known, findings }: Stage<PartlyKnown, PartlyKnown>,
  trace: readonly TraceEvent[],
  devMode: boolean,
  work: WorkBudget,
): Resolution {
  const plan = known.plan ?? null
  return {
    item_id: itemId,
    chain: known.chain ?? noChain,
    lock: known.lock ?? noLock,
    seals: known.seals ?? null,
    verdict: known.verdict ?? null,
    given: known.given ?? nothing,
    defaults: known.defaults ?? nothing,
    anchor: known.anchor ?? null,
    env: known.env ?? null,
    resolved_config: known.resolved_config ?? null,
    parameters: known.parameters ?? nothing,
    config: known.config ?? null,
    plan,
    findings,
    trace,
    work,
    ready: plan !== null && !findings.some((finding) => blocksRun(finding, devMode)),
  }
}
