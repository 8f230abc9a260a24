import type { Value } from '../read/value/value.ts'
import type { StepRecord } from './record.ts'

/** The events of a walk, sent as they happen (corpus README, `events`). */
export type WalkEvent =
  | { readonly kind: 'graph_started'; readonly node: string }
  | { readonly kind: 'step_started'; readonly step: number; readonly node: string }
  | {
      readonly kind: 'step_completed'
      readonly step: number
      readonly node: string
      readonly status: 'ok' | 'error' | 'completed'
      readonly next: string | null
      readonly cached: boolean
    }
  | { readonly kind: 'foreach_completed'; readonly step: number; readonly node: string; readonly next: string | null }
  | {
      readonly kind: 'graph_completed'
      readonly steps: number
      readonly status: 'completed' | 'completed_with_errors'
    }
  | { readonly kind: 'graph_error'; readonly steps: number }
  | { readonly kind: 'graph_cancelled'; readonly steps: number }
  /** A call began or ended. `address` is its address as text. */
  | { readonly kind: 'call_started'; readonly address: string; readonly item_id: string }
  | { readonly kind: 'call_finished'; readonly address: string; readonly failed: boolean }
  /** The host changed state keys while the step waited. */
  | { readonly kind: 'state_injected'; readonly address: string; readonly keys: readonly Value[] }
  /** An attempt of a node has ended, with all its decisions. */
  | { readonly kind: 'step_recorded'; readonly record: StepRecord }
