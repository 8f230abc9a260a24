/**
 * Where something happened in a walk: records, pins and links are found by it. `graph` holds the addresses of the calls
 * that lead down to a nested graph, outermost first.
 */
export interface StepAddress {
  readonly graph: readonly string[]
  /** Null for hooks of the whole walk. */
  readonly node: string | null
  /** How often the node was entered, from 1. */
  readonly visit: number
  /** Which try of that visit, from 1. */
  readonly attempt: number
  /** The item of a foreach node, from 0. */
  readonly item: number | null
  readonly hook: { readonly event: string; readonly index: number } | null
}

/** An address as one text: `deploy@2.1[7]/build@1.1` is the node `build` in the graph that item 7 of `deploy` called. */
export function addressText({ graph, node, visit, attempt, item, hook }: StepAddress): string {
  const place = node === null ? '' : `${escaped(node)}@${visit}.${attempt}`
  const part = item === null ? '' : `[${item}]`
  const event = hook === null ? '' : `#${escaped(hook.event)}.${hook.index}`
  return [...graph, place + part + event].join('/')
}

// Names of nodes are free: what the notation itself uses is written as in a URL.
function escaped(name: string): string {
  return name.replace(/[%/@.[\]#]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}
