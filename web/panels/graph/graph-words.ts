import type { PicturedEdge, PicturedNode } from '#core/graph'
import type { DrawnBox } from '../../graph/drawing.ts'

/** The kind of a node, in words. */
export function kindInWords(node: PicturedNode | null): string {
  switch (node?.kind) {
    case 'gate':
      return 'gate'
    case 'return':
      return 'returns'
    case 'foreach':
      return 'foreach'
    case 'action':
      return 'action'
    case undefined:
      return 'missing node'
  }
}

/** The accessible name of a box. */
export function boxInWords({ name, node, findings }: DrawnBox, isStart: boolean): string {
  const what = node?.item ? `${node.kind} calling ${node.item.id}` : kindInWords(node)
  const start = isStart ? ', start' : ''
  const found = findings.map(({ severity, message }) => `, ${severity}: ${message}`).join('')
  return `${name}, ${what}${start}${found}`
}

/** The condition of an edge, as text in the outline. */
export function edgeInWords({ kind, when }: PicturedEdge, isOnlyOne: boolean): string {
  if (kind === 'on_error') return 'on error'
  if (when !== null) return `if ${when}`
  return isOnlyOne ? 'then' : 'otherwise'
}
