import * as v from 'valibot'
import type { Breakpoint } from '../../graph/breakpoint.ts'
import type { Steer } from '../../graph/steering.ts'
import { shallow, shortText, type Reads } from './values.ts'

/** The commands to control a walk on a server. Cancellation is a separate request. */
export const steerSchema: Reads<Exclude<Steer, { readonly kind: 'cancel' }>> = v.variant('kind', [
  v.object({ kind: v.picklist(['go', 'step', 'over', 'pause']) }),
  v.object({ kind: v.literal('to'), node: shortText, graph: v.exactOptional(shortText) }),
])

const breakpoint: Reads<Breakpoint> = v.union(
  [
    v.pipe(
      shortText,
      v.transform((node): Breakpoint => ({ node })),
    ),
    v.object({ graph: v.exactOptional(shortText), node: shortText, when: v.exactOptional(shallow) }),
  ],
  'must be the name of a node, or {"graph", "node", "when"}',
)

/** The breakpoints of a walk, at most 1,000. Without `graph`, the node belongs to the graph of the walk. */
export const breaksSchema: Reads<readonly Breakpoint[]> = v.pipe(v.array(breakpoint), v.maxLength(1000), v.readonly())
