import * as v from 'valibot'
import { protocolSchemas } from '#core/run'

const { place } = protocolSchemas

const state = v.picklist(['passed', 'failed', 'needs-run'])

/** Checked expectations, each with its goals. */
export const expectations = v.array(
  v.object({
    path: v.string(),
    item_id: v.nullable(v.string()),
    state,
    goals: v.array(v.object({ state, wanted: v.string(), found: v.string(), at: v.nullable(place) })),
    problems: v.array(v.string()),
  }),
)
