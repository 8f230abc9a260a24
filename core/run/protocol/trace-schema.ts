import * as v from 'valibot'
import type { StepName, TraceEvent } from '../../trace.ts'
import { count, space, type Reads } from './values.ts'

const verdict = v.picklist(['ok', 'failed', 'warning', 'not-declared'])
const found = v.object({ path: v.nullable(v.string()), space })
const step = <const Name extends StepName, const Entries extends v.ObjectEntries>(name: Name, entries: Entries) =>
  v.object({ step: v.literal(name), ...entries })

/** One row per step of the trace (R13.1). A missing row does not compile. */
const steps = {
  check_lockfile: step('check_lockfile', {
    item_id: v.string(),
    version: v.string(),
    path: v.nullable(v.string()),
    state: v.string(),
    drift: v.array(v.string()),
  }),
  resolve: step('resolve', { item_id: v.string(), ...found.entries, shadowed: v.array(found) }),
  resolve_failed: step('resolve_failed', {
    item_id: v.string(),
    searched: v.array(v.string()),
    near: v.array(v.string()),
  }),
  read_metadata: step('read_metadata', {
    item_id: v.string(),
    path: v.string(),
    format: v.nullable(v.string()),
    fields: v.array(v.string()),
  }),
  cache: step('cache', {
    item_id: v.string(),
    cache: v.picklist(['chain', 'metadata']),
    hit: v.boolean(),
    hits: count,
    misses: count,
  }),
  verify_integrity: step('verify_integrity', {
    item_id: v.string(),
    verified: v.boolean(),
    key_fp: v.nullable(v.string()),
    state: v.exactOptional(v.string()),
  }),
  validate_pair: step('validate_pair', {
    child: v.string(),
    parent: v.string(),
    space: verdict,
    io: verdict,
    version: verdict,
  }),
  check_parameters: step('check_parameters', { errors: v.array(v.string()), defaults: v.array(v.string()) }),
  place_anchor: step('place_anchor', {
    declared_by: v.nullable(v.string()),
    active: v.boolean(),
    because: v.string(),
    anchor_path: v.string(),
    cwd: v.nullable(v.string()),
  }),
  verify_dependency: step('verify_dependency', { path: v.string(), state: v.string() }),
  resolve_env: step('resolve_env', { contributed_by: v.string(), keys: v.array(v.string()) }),
  resolve_interpreter: step('resolve_interpreter', {
    contributed_by: v.string(),
    var: v.string(),
    type: v.string(),
    tried: v.array(v.string()),
    value: v.nullable(v.string()),
    fallback: v.boolean(),
  }),
  resolve_config: step('resolve_config', {
    declared_by: v.string(),
    path: v.string(),
    mode: v.string(),
    layers: v.array(found),
  }),
  expand_template: step('expand_template', {
    key: v.string(),
    pass: v.picklist([1, 2, 3]),
    round: count,
    placeholder: v.string(),
    from: v.picklist(['value', 'default', 'empty']),
    quoted: v.boolean(),
  }),
  call_module: step('call_module', { item_id: v.string(), module: v.string(), directory: v.string() }),
  build_plan: step('build_plan', { primitive: v.string(), digest: v.string() }),
  run: step('run', { primitive: v.string(), ending: v.string(), duration_ms: v.number() }),
} satisfies { readonly [Name in StepName]: Reads<Extract<TraceEvent, { readonly step: Name }>> }

export const traceSchema: Reads<TraceEvent> = v.variant('step', Object.values(steps))
