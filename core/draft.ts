import type { Resolution } from './analyze.ts'
import type { PlacedAnchor } from './anchor/anchor.ts'
import type { Chain } from './chain.ts'
import { blocksRun, type Diagnostic } from './diagnostics/facts.ts'
import type { Environment } from './env/resolve.ts'
import type { LockState } from './lock-state.ts'
import type { PlanParts } from './plan/plan.ts'
import type { Seals } from './seals.ts'
import type { Sourced } from './template/sourced.ts'
import type { TraceEvent } from './trace.ts'
import type { ChainVerdict } from './validate/chain.ts'
import type { Value } from './value/value.ts'
import type { Workspace } from './workspace.ts'

/** A resolution in the making: what is known so far, and every finding in the order of the pipeline. */
export class Draft {
  chain: Chain = { elements: [], problem: null, findings: [] }
  lock: LockState = { state: 'unsupported', path: null, findings: [], would_write: null }
  seals: Seals | null = null
  verdict: ChainVerdict | null = null
  given: ReadonlyMap<string, Sourced> = new Map()
  defaults: ReadonlyMap<string, Sourced> = new Map()
  anchor: PlacedAnchor | null = null
  env: Environment | null = null
  resolved_config: Sourced | null = null
  parameters: ReadonlyMap<string, Sourced> = new Map()
  config: ReadonlyMap<Value, Sourced> | null = null
  plan: PlanParts | null = null
  readonly item_id: string
  readonly #findings: Diagnostic[] = []
  readonly #trace: readonly TraceEvent[]

  constructor(itemId: string, trace: readonly TraceEvent[]) {
    this.item_id = itemId
    this.#trace = trace
  }

  report(findings: readonly Diagnostic[] | Diagnostic | null | undefined): void {
    if (!findings) return
    // One by one: a list may hold more findings than a call may have arguments.
    const list = Array.isArray(findings) ? (findings as readonly Diagnostic[]) : [findings as Diagnostic]
    for (const finding of list) this.#findings.push(finding)
  }

  finish(workspace: Workspace): Resolution {
    const { chain, lock, seals, verdict, given, defaults, anchor, env, resolved_config, parameters, config, plan } =
      this
    const blocked = this.#findings.some((finding) => blocksRun(finding, workspace.settings.dev_mode))
    const parts = {
      chain,
      lock,
      seals,
      verdict,
      given,
      defaults,
      anchor,
      env,
      resolved_config,
      parameters,
      config,
      plan,
    }
    return {
      item_id: this.item_id,
      ...parts,
      findings: this.#findings,
      trace: this.#trace,
      ready: plan !== null && !blocked,
    }
  }
}
