import type { Space } from './rules/space.ts'

/** A file in a space. `path` is null for a built-in primitive. */
export interface Found {
  readonly path: string | null
  readonly space: Space
}

/**
 * One decision (R13.1). Events are ordered by step: chain, lockfile, signatures, pairs, parameters, dependencies and
 * anchor, interpreters, environment, tool config, templates, plan, run.
 *
 * - Within a step, events are ordered from the tool to the primitive. This includes `resolve_env`, although variables
 *   are applied from the primitive to the tool.
 * - `verify_dependency` precedes its `place_anchor`.
 * - Every `resolve_interpreter` precedes the first `resolve_env`.
 * - `expand_template` is grouped by value of the plan, with all passes in order.
 *
 * Seed 001 defines the form of `resolve`, `verify_integrity` and `resolve_env`; the other steps use the same form.
 * Events contain only facts, without live objects or prose.
 */
export type TraceEvent =
  | {
      readonly step: 'check_lockfile'
      readonly item_id: string
      readonly version: string
      readonly path: string | null
      readonly state: string
      readonly drift: readonly string[]
    }
  | {
      readonly step: 'resolve'
      readonly item_id: string
      readonly path: string | null
      readonly space: Space
      readonly shadowed: readonly Found[]
    }
  | {
      readonly step: 'resolve_failed'
      readonly item_id: string
      readonly searched: readonly string[]
      readonly near: readonly string[]
    }
  | {
      readonly step: 'read_metadata'
      readonly item_id: string
      readonly path: string
      readonly format: string | null
      readonly fields: readonly string[]
    }
  | {
      readonly step: 'cache'
      readonly item_id: string
      readonly cache: 'chain' | 'metadata'
      readonly hit: boolean
      readonly hits: number
      readonly misses: number
    }
  | {
      readonly step: 'verify_integrity'
      readonly item_id: string
      readonly verified: boolean
      readonly key_fp: string | null
      readonly state?: string
    }
  | {
      readonly step: 'validate_pair'
      readonly child: string
      readonly parent: string
      readonly space: Verdict
      readonly io: Verdict
      readonly version: Verdict
    }
  | { readonly step: 'check_parameters'; readonly errors: readonly string[]; readonly defaults: readonly string[] }
  | {
      readonly step: 'place_anchor'
      readonly declared_by: string | null
      readonly active: boolean
      readonly because: string
      readonly anchor_path: string
      readonly cwd: string | null
    }
  | { readonly step: 'verify_dependency'; readonly path: string; readonly state: string }
  | { readonly step: 'resolve_env'; readonly contributed_by: string; readonly keys: readonly string[] }
  | {
      readonly step: 'resolve_interpreter'
      readonly contributed_by: string
      readonly var: string
      readonly type: string
      readonly tried: readonly string[]
      readonly value: string | null
      readonly fallback: boolean
    }
  | {
      readonly step: 'resolve_config'
      readonly declared_by: string
      readonly path: string
      readonly mode: string
      readonly layers: readonly Found[]
    }
  | {
      readonly step: 'expand_template'
      readonly key: string
      readonly pass: 1 | 2 | 3
      readonly round: number
      readonly placeholder: string
      readonly from: 'value' | 'default' | 'empty'
      readonly quoted: boolean
    }
  | {
      /** R9K, K3: the tool runs as a module, and its directory is the first in PYTHONPATH. */
      readonly step: 'call_module'
      readonly item_id: string
      readonly module: string
      readonly directory: string
    }
  | { readonly step: 'build_plan'; readonly primitive: string; readonly digest: string }
  | { readonly step: 'run'; readonly primitive: string; readonly ending: string; readonly duration_ms: number }

export type StepName = TraceEvent['step']

/** The result of one rule for one (child, parent) pair. */
export type Verdict = 'ok' | 'failed' | 'warning' | 'not-declared'

/** A function that receives each event. With `untraced`, no events are created. */
export type Trace = ((event: TraceEvent) => void) | undefined

/** The value for no tracing. */
export const untraced: Trace = undefined
