import * as v from 'valibot'
import type { GraphReach } from '../graph-reach.ts'
import { planSchema } from './plan-schema.ts'
import { count, type Reads } from './values.ts'

/** R16.1: the commands that a graph can reach, for the approval before it runs. */
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
