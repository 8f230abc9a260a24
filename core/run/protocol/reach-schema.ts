import * as v from 'valibot'
import type { GraphReach } from '../graph-reach.ts'
import { planSchema } from './plan-schema.ts'
import { count, type Reads } from './values.ts'

/** R16.1: what a graph can come to, as a person is asked before it runs. */
export const reachSchema: Reads<GraphReach> = v.object({
  commands: v.array(
    v.object({
      graph: v.string(),
      node: v.string(),
      item_id: v.string(),
      open: v.array(v.string()),
      plan: v.nullable(planSchema),
      refused: v.nullable(v.string()),
    }),
  ),
  cut: v.boolean(),
  worst: v.object({ steps: count, actions: count, uncounted: v.array(v.string()) }),
})
