import * as v from 'valibot'
import type { Analysis, CandidateTable } from '#core/answer'
import type { Contributor } from '#core/plan'
import { dialectNames } from '#core/rules'
import { protocolSchemas } from '#core/run'

const { count, diagnostic, json, place, plan, space, texts, trace } = protocolSchemas

const kind = <const Kind extends string, const Entries extends v.ObjectEntries>(name: Kind, entries: Entries) =>
  v.object({ kind: v.literal(name), ...entries })

const attempt = v.object({ tried: v.string(), found: v.boolean(), note: v.exactOptional(v.string()) })

/** The sources of a value. Each kind has a row, so the type checker finds missing kinds. */
const contributors = {
  element: kind('element', { item_id: v.string(), space, index: count }),
  interpreter: kind('interpreter', { item_id: v.string(), space, tried: v.array(attempt) }),
  anchor: kind('anchor', { item_id: v.string(), space }),
  config: kind('config', { space, path: v.string() }),
  dotenv: kind('dotenv', {}),
  host: kind('host', {}),
  caller: kind('caller', {}),
  'schema-default': kind('schema-default', {}),
  context: kind('context', { name: v.string() }),
  default: kind('default', {}),
} satisfies { readonly [Kind in Contributor['kind']]: v.GenericSchema<unknown, Extract<Contributor, { kind: Kind }>> }

export const contributor = v.variant('kind', Object.values(contributors))

const range = v.object({ path: v.string(), start: count, end: count })

const step = v.object({
  pass: v.picklist([1, 2, 3]),
  round: count,
  placeholder: v.string(),
  name: v.string(),
  replacement: v.string(),
  from: v.picklist(['value', 'default', 'empty']),
  quoted: v.boolean(),
  written_by: v.string(),
  at: v.nullable(range),
})

const span = v.object({
  start: count,
  end: count,
  by: contributor,
  at: v.nullable(range),
  exact: v.exactOptional(v.literal(true)),
  via: v.array(v.string()),
})

const contribution = { value: json, by: contributor, at: v.nullable(place) }

/** R9.7: a value, with its source and the values it overrides. */
export const provenance = v.object({
  ...contribution,
  beat: v.array(v.object({ ...contribution, because: v.picklist(['overridden', 'shadowed', 'name-collides']) })),
  steps: v.exactOptional(v.array(step)),
  spans: v.exactOptional(v.array(span)),
  secret: v.exactOptional(v.literal(true)),
})

export const found = v.object({ path: v.nullable(v.string()), space })

const element = v.object({
  item_id: v.string(),
  role: v.picklist(['tool', 'runtime', 'primitive']),
  ...found.entries,
  shadowed: v.array(found),
  format: v.nullable(v.picklist(['python', 'yaml', 'javascript', 'shell'])),
  version: json,
  tool_type: json,
  executor_id: json,
  category: json,
  description: json,
  executor_at: v.nullable(place),
  integrity: v.nullable(v.string()),
  signature: v.object({
    state: v.picklist([
      ...(['verified', 'built-in', 'not-checked', 'unsigned', 'malformed', 'modified'] as const),
      ...(['untrusted-key', 'bad-signature', 'no-format', 'unreadable'] as const),
    ]),
    key_fp: v.nullable(v.string()),
    signed_at: v.nullable(v.string()),
  }),
  provider_id: v.nullable(v.string()),
  provider_version: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, Analysis['chain'][number]>

const verdict = v.picklist(['ok', 'failed', 'warning', 'not-declared'])

export const status = v.picklist(['ready', 'refused', 'not_found'])

/** R11: the path and the state of a lockfile. */
export const lockfile = {
  state: v.picklist(['unsupported', 'absent', 'matches', 'drifted', 'unreadable']),
  path: v.nullable(v.string()),
  would_write: v.nullable(v.string()),
} as const

/** The analysis of one item. */
export const analysis = v.object({
  format: v.literal(1),
  dialect: v.picklist(dialectNames),
  search: v.picklist(['scoped', 'global']),
  item_id: v.string(),
  status,
  chain: v.array(element),
  validation: v.nullable(
    v.object({
      valid: v.boolean(),
      validated_pairs: count,
      pairs: v.array(v.object({ child: count, parent: count, space: verdict, io: verdict, version: verdict })),
    }),
  ),
  parameters: v.object({
    given: json,
    effective: json,
    schema: json,
    defaults: v.array(v.string()),
    valid: v.boolean(),
  }),
  env: v.nullable(texts),
  anchor: v.nullable(
    v.object({
      source: v.nullable(count),
      active: v.boolean(),
      because: v.string(),
      context: texts,
      cwd: v.nullable(v.string()),
      verified_dependencies: v.array(v.string()),
    }),
  ),
  resolved_config: json,
  plan: v.nullable(plan),
  lockfile: v.object(lockfile),
  diagnostics: v.array(diagnostic),
  trace: v.array(trace),
  provenance: v.record(v.string(), provenance),
  lacks: v.exactOptional(v.array(v.picklist(['javascript', 'characters', 'graphs', 'prose']))),
})

/** R1: every searched place for each element of a chain. */
export const places = v.array(
  v.object({
    item_id: v.string(),
    named_by: v.nullable(v.string()),
    candidates: v.array(
      v.object({
        space,
        looked_in: v.nullable(v.string()),
        path: v.nullable(v.string()),
        verdict: v.picklist(['won', 'shadowed', 'other-extension', 'out-of-reach', 'nothing']),
        because: v.string(),
      }),
    ),
  }),
) satisfies v.GenericSchema<unknown, readonly CandidateTable[]>
