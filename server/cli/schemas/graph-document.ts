import * as v from 'valibot'
import { protocolSchemas } from '#core/run'

const { count } = protocolSchemas

const path = v.string()
const range = v.object({ path, start: count, end: count })
const edge = { from: v.string(), to: v.string(), kind: v.picklist(['next', 'on_error']), index: count }

/** Walk tests, and the edges that they take. */
export const walks = v.object({
  tests: v.array(
    v.object({ path, graph: v.nullable(v.string()), differences: v.array(v.string()), unused: v.array(v.string()) }),
  ),
  coverage: v.array(
    v.object({
      graph: v.string(),
      edges: v.array(v.object({ ...edge, taken: count })),
    }),
  ),
})

const pictured = v.object({
  id: v.string(),
  chain: v.nullable(v.array(v.string())),
  problem: v.nullable(v.string()),
  isGraph: v.boolean(),
  needed: v.nullable(v.string()),
  allowed: v.nullable(v.string()),
})

/** The drawing of a state graph. */
export const picture = v.object({
  item_id: v.string(),
  path,
  start: v.nullable(v.string()),
  nodes: v.array(
    v.object({
      name: v.string(),
      kind: v.picklist(['action', 'gate', 'foreach', 'return']),
      at: range,
      item: v.nullable(pictured),
      over: v.nullable(v.string()),
      about: v.nullable(v.string()),
    }),
  ),
  edges: v.array(v.object({ ...edge, when: v.nullable(v.string()), at: range })),
  hooks: v.array(v.object({ event: v.string(), item: v.nullable(v.string()), at: range })),
})
