/** The facts of each state graph diagnostic (R16), by code. */
export interface GraphFacts {
  'graph-malformed': { readonly node: string | null; readonly problem: string }
  'graph-incomplete': { readonly missing: 'permissions' | 'start' }
  'graph-node-unknown': {
    readonly node: string | null
    readonly field: 'start' | 'next' | 'on_error'
    readonly target: string
    readonly near: readonly string[]
  }
  'graph-policy-unknown': { readonly value: string }
  'graph-node-incomplete': { readonly node: string; readonly missing: 'over' | 'action' }
  'graph-foreach-async': { readonly node: string }
  'graph-node-unreachable': { readonly node: string }
  'graph-key-unassigned': { readonly key: string; readonly near: readonly string[] }
  'graph-key-unread': { readonly key: string }
  'graph-condition-unreadable': { readonly problem: string; readonly near: readonly string[] }
  'graph-pipe-unknown': { readonly pipe: string; readonly near: readonly string[] }
  'graph-may-end': { readonly node: string }
  'graph-field-unused': {
    readonly node: string | null
    readonly field: string
    readonly near: readonly string[]
    readonly left_out: boolean
  }
  'graph-action-forbidden': { readonly node: string; readonly needed: string; readonly held: readonly string[] }
  'graph-action-broken': {
    readonly node: string
    readonly item_id: string
    readonly problem: string
    readonly near: readonly string[]
  }
  'graph-parameter-wrong': {
    readonly node: string
    readonly item_id: string
    readonly parameter: string
    readonly problem: 'missing' | 'unknown' | 'type'
    /** Type names as in the schemas. */
    readonly found: readonly string[]
    readonly wanted: readonly string[]
  }
  'graph-calls-itself': { readonly node: string; readonly loop: readonly string[] }
  'graph-walk-differs': { readonly graph: string | null; readonly difference: string }
  'graph-pin-unused': { readonly graph: string; readonly pin: string }
}
