import { isRequest } from '../rules/primitives.ts'
import type { ProvenanceEntry } from './analysis.ts'
import type { Resolution } from './resolution.ts'
import type { Placer } from './placer.ts'
import { planTexts } from '../plan/findings.ts'
import { pointerTo } from '../text/pointer.ts'
import type { Redaction } from '../trust/redaction.ts'
import { spansOf } from '../plan/template/pieces.ts'
import { bare, sourcedValue, type Sourced } from '../plan/template/sourced.ts'
import { encodeValue } from '../read/value/encode.ts'
import { weightOf } from '../read/value/weight.ts'

/** Units of work per character of the document. */
export const characterWork = 0.2

/** The weight of an entry or a span in addition to its value, in characters. */
const entryWeight = 300

/** The source of every value that a merge or a template produced, by its JSON pointer in the document (R8.4, R9.7). */
export function provenanceOf(
  resolution: Resolution,
  placer: Placer,
  redaction: Redaction,
): Readonly<Record<string, ProvenanceEntry>> {
  const entries: [string, ProvenanceEntry][] = []
  const share = resolution.work.share('document')
  const add = (pointer: string, node: Sourced): void => {
    const entry = entryOf(node, placer, redaction, lastOf(pointer))
    share.draw((entryWeight + weightOf(entry.value) + (entry.spans?.length ?? 0) * entryWeight) * characterWork)
    entries.push([pointer, entry])
  }
  const { plan, env } = resolution
  for (const [pointer, node] of plan ? planTexts(plan) : []) add(pointer, node)
  if (plan && isRequest(plan)) {
    for (const [name, node] of plan.settings) add(`/plan/${name}`, node)
    if (plan.body) addLeaves('/plan/body', plan.body, add)
  }
  for (const [name, node] of env ?? []) add(pointerTo('/env', name), node)
  if (plan && !isRequest(plan)) {
    add('/plan/timeout', plan.timeoutNode ?? sourcedValue(plan.timeout, { kind: 'default' }))
    for (const [name, node] of plan.env) add(pointerTo('/plan/env', name), node)
  }
  if (resolution.resolved_config) addLeaves('/resolved_config', resolution.resolved_config, add)
  for (const [name, node] of [...resolution.given, ...resolution.defaults]) {
    add(pointerTo('/parameters/effective', name), node)
  }
  return Object.fromEntries(entries)
}

function addLeaves(pointer: string, node: Sourced, add: (pointer: string, node: Sourced) => void): void {
  if (node.kind === 'dict') {
    for (const [key, item] of node.entries) addLeaves(pointerTo(pointer, String(key)), item, add)
  } else add(pointer, node)
}

/** The name of a value: the last step of its pointer. */
function lastOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1)
}

function entryOf(node: Sourced, placer: Placer, redaction: Redaction, name: string): ProvenanceEntry {
  const value = encodeValue(bare(node))
  const shown = redaction.json(value, name)
  const steps = node.kind === 'text' || node.kind === 'leaf' ? node.steps : undefined
  return {
    value: shown,
    by: node.by,
    at: placer.range(node.at),
    beat: (node.beat ?? []).map((loser) => ({
      value: redaction.json(encodeValue(loser.value), name),
      by: loser.by,
      at: placer.range(loser.at),
      because: loser.because,
    })),
    ...(steps && steps.length > 0 ? { steps: redaction.json(steps) } : {}),
    // Spans of the original text do not fit its fingerprint, and would reveal the length of a secret.
    ...(shown !== value ? { secret: true as const } : node.kind === 'text' ? { spans: spansOf(node.pieces) } : {}),
  }
}
