/**
 * The place of an event in a walk; records, pins and links use it as their key. `graph` lists the addresses of the
 * calls that enclose a nested graph, outermost first.
 */
export interface StepAddress {
  readonly graph: readonly string[]
  /** Null for hooks of the whole walk. */
  readonly node: string | null
  /** The visit of the node, counted from 1; 0 for hooks of the whole walk. */
  readonly visit: number
  /** The attempt within that visit, counted from 1; 0 for hooks of the whole walk. */
  readonly attempt: number
  /** The index of the item of a foreach node, from 0; null for all other events. */
  readonly item: number | null
  readonly hook: { readonly event: string; readonly index: number } | null
}

/**
 * An address as one string: `deploy@2.1[7]/build@1.1` is the node `build` in the graph that item 7 of `deploy` called.
 */
export function addressText({ graph, node, visit, attempt, item, hook }: StepAddress): string {
  const place = node === null ? '' : `${escaped(node)}@${visit}.${attempt}`
  const part = item === null ? '' : `[${item}]`
  const event = hook === null ? '' : `#${escaped(hook.event)}.${hook.index}`
  return [...graph, place + part + event].join('/')
}

// A name with reserved characters escaped as in a URL, because node names can contain any character.
function escaped(name: string): string {
  return name.replace(/[%/@.[\]#]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}
