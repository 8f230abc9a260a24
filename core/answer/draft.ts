import type { Resolution } from './analyze.ts'
import type { PlacedAnchor } from '../plan/anchor/anchor.ts'
import type { Chain } from '../resolve/chain.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { blocksRun } from '../diagnostics/severity.ts'
import type { Environment } from '../plan/env/resolve.ts'
import type { LockState } from '../trust/lock-state.ts'
import type { PlanParts } from '../plan/plan.ts'
import type { Seals } from '../trust/seals.ts'
import type { Sourced } from '../plan/template/sourced.ts'
import type { TraceEvent } from '../trace.ts'
import type { ChainVerdict } from '../resolve/validate/chain.ts'
import type { Value } from '../read/value/value.ts'
import type { Workspace } from '../workspace/workspace.ts'

const nothing: ReadonlyMap<string, Sourced> = new Map()
const noChain: Chain = { elements: [], problem: null, findings: [] }
const noLock: LockState = { state: 'unsupported', path: null, findings: [], would_pin: null }

/** A resolution in the making: what is known so far, and every finding in the order of the pipeline. */
export class Draft {
  chain: Chain = noChain
  lock: LockState = noLock
  seals: Seals | null = null
  verdict: ChainVerdict | null = null
  given: ReadonlyMap<string, Sourced> = nothing
  defaults: ReadonlyMap<string, Sourced> = nothing
  anchor: PlacedAnchor | null = null
  env: Environment | null = null
  resolved_config: Sourced | null = null
  parameters: ReadonlyMap<string, Sourced> = nothing
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
    if (!isList(findings)) this.#findings.push(findings)
    else for (const finding of findings) this.#findings.push(finding)
  }

  finish(workspace: Workspace): Resolution {
    const devMode = workspace.settings.dev_mode
    return {
      item_id: this.item_id,
      chain: this.chain,
      lock: this.lock,
      seals: this.seals,
      verdict: this.verdict,
      given: this.given,
      defaults: this.defaults,
      anchor: this.anchor,
      env: this.env,
      resolved_config: this.resolved_config,
      parameters: this.parameters,
      config: this.config,
      plan: this.plan,
      findings: this.#findings,
      trace: this.#trace,
      ready: this.plan !== null && !this.#findings.some((finding) => blocksRun(finding, devMode)),
    }
  }
}

function isList(findings: readonly Diagnostic[] | Diagnostic): findings is readonly Diagnostic[] {
  return Array.isArray(findings)
}
