import { nameOfPointer } from '../answer/words.ts'
import { describe } from '../diagnostics/describe.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { severityOf } from '../diagnostics/severity.ts'
import type { Parts } from '../parts.ts'
import { planTexts } from '../plan/findings.ts'
import type { PlanParts } from '../plan/plan.ts'
import { bare, type Sourced, type SourcedText } from '../plan/template/sourced.ts'
import { encodeValue } from '../read/value/encode.ts'
import { leavesOf } from '../read/value/entries.ts'
import { writeJson } from '../read/value/write-json.ts'
import { isRequest } from '../rules/primitives.ts'
import type { SourceRange } from '../text/source.ts'
import type { Resolution } from '../answer/resolution.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { OutcomeReader, type Link, type Outcome } from './outcome.ts'

/** The parts of an answer that a change can affect, in the order of the pipeline. */
export const aspects = ['chain', 'verdict', 'environment', 'values', 'command'] as const

export type Aspect = (typeof aspects)[number]

/**
 * The first difference between two outcomes. Values of variables, configs and commands are not included, because they
 * can be secrets.
 */
export interface Cause {
  readonly aspect: Aspect
  readonly what: string
  readonly before: string | null
  readonly after: string | null
  /** The place of the new state; for a removed value, the place of the old state; null without a place. */
  readonly at: SourceRange | null
}

/** The differences between two outcomes of one item: every affected aspect, and the first difference. */
export interface OutcomeChange {
  readonly aspects: readonly Aspect[]
  readonly cause: Cause
}

/** Compares outcomes for the same item in two states of a project. */
export class OutcomeComparer {
  readonly #parts: Parts
  readonly #keys = new WeakMap<Diagnostic, string>()
  /** The last comparison of each environment, because the tools of a runtime share one. */
  readonly #environments = new WeakMap<object, { readonly to: Outcome['env']; readonly cause: Cause | undefined }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The differences; undefined if there are none. Hints do not count. `devModes` are the settings of both states, which
   * determine the severity of findings (R10.4).
   */
  compare(a: Outcome, b: Outcome, devModes: readonly [boolean, boolean]): OutcomeChange | undefined {
    const causes = [
      chainChange(a.chain, b.chain),
      this.#verdictChange(a, b, devModes),
      this.#environmentChange(a.env, b.env),
      valuesChange(a, b),
      commandChange(a.plan, b.plan),
    ].filter((cause) => cause !== undefined)
    const [cause] = causes
    return cause && { aspects: causes.map(({ aspect }) => aspect), cause }
  }

  #environmentChange(a: Outcome['env'], b: Outcome['env']): Cause | undefined {
    if (a === b || !a) return environmentChange(a, b)
    const known = this.#environments.get(a)
    if (known?.to === b) return known.cause
    const cause = environmentChange(a, b)
    this.#environments.set(a, { to: b, cause })
    return cause
  }

  #verdictChange(a: Outcome, b: Outcome, [devA, devB]: readonly [boolean, boolean]): Cause | undefined {
    const { gone, fresh } =
      a.findings === b.findings && devA === devB ? nothing : this.#findingChanges(a.findings, b.findings, devA, devB)
    const lead = fresh.find((finding) => severityOf(finding, devB) === 'error') ?? fresh[0] ?? gone[0]
    const cause = (what: string, before: string | null, after: string | null): Cause => ({
      aspect: 'verdict',
      what,
      before,
      after,
      at: lead?.at ?? null,
    })
    const pair = pairChange(a, b)
    if (pair) return cause(...pair)
    if (lead) {
      const { message } = describe(lead, this.#parts)
      return fresh.includes(lead) ? cause(lead.code, null, message) : cause(lead.code, message, null)
    }
    if (a.lock !== b.lock) return cause('lockfile', a.lock, b.lock)
    return a.ready === b.ready ? undefined : cause('status', statusOf(a), statusOf(b))
  }

  #findingChanges(a: Findings, b: Findings, devA: boolean, devB: boolean): { gone: Findings; fresh: Findings } {
    const counts = new Map<string, number>()
    for (const { code } of a) counts.set(code, (counts.get(code) ?? 0) + 1)
    for (const { code } of b) counts.set(code, (counts.get(code) ?? 0) + 1)
    const keysOf = (findings: Findings, dev: boolean): ReadonlyMap<string, Diagnostic> => {
      const keys = new Map<string, Diagnostic>()
      for (const finding of findings) {
        const severity = severityOf(finding, dev)
        if (severity === 'hint') continue
        // A finding whose code occurs only once cannot equal another finding, so its key does not need the message.
        keys.set(counts.get(finding.code) === 1 ? finding.code : `${severity} ${this.#keyOf(finding)}`, finding)
      }
      return keys
    }
    const [before, after] = [keysOf(a, devA), keysOf(b, devB)]
    return {
      gone: [...before].flatMap(([key, finding]) => (after.has(key) ? [] : [finding])),
      fresh: [...after].flatMap(([key, finding]) => (before.has(key) ? [] : [finding])),
    }
  }

  /** The code and the message of a finding. The place is left out, because an edit moves places. */
  #keyOf(finding: Diagnostic): string {
    const known = this.#keys.get(finding)
    if (known !== undefined) return known
    const key = `${finding.code}\n${describe(finding, this.#parts).message}`
    this.#keys.set(finding, key)
    return key
  }
}

/** The first difference between two runs of one item; undefined if there is none. */
export function firstDifference(before: Resolution, after: Resolution, workspace: Workspace): Cause | undefined {
  const reader = new OutcomeReader()
  const { dev_mode } = workspace.settings
  return new OutcomeComparer(workspace.host.parts).compare(reader.of(before), reader.of(after), [dev_mode, dev_mode])
    ?.cause
}

type Findings = readonly Diagnostic[]

const nothing: { readonly gone: Findings; readonly fresh: Findings } = { gone: [], fresh: [] }

function statusOf({ ready }: Outcome): string {
  return ready ? 'ready' : 'refused'
}

function chainChange(a: readonly Link[], b: readonly Link[]): Cause | undefined {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [one, other] = [a[index], b[index]]
    if (one === other) continue
    if (one && other && one.item_id === other.item_id && one.space === other.space && one.path === other.path) continue
    const named = b[index - 1] ?? a[index - 1]
    const place = other?.path ?? one?.path
    return {
      aspect: 'chain',
      what: `chain ${index + 1}`,
      before: one ? linkText(one, other) : null,
      after: other ? linkText(other, one) : null,
      at: named?.at ?? (typeof place === 'string' ? { path: place, start: 0, end: 0 } : null),
    }
  }
  return undefined
}

/** The item and its space; also its file if only the file differs from the other item. */
function linkText({ item_id, space, path }: Link, other: Link | undefined): string {
  const isSame = other?.item_id === item_id && other.space === space
  return `${item_id} (${space}${isSame ? `, ${path ?? 'built in'}` : ''})`
}

type Texts = readonly [what: string, before: string | null, after: string | null]

function pairChange(a: Outcome, b: Outcome): Texts | undefined {
  for (let index = 0; index < Math.max(a.pairs.length, b.pairs.length); index++) {
    const [one, other] = [a.pairs[index], b.pairs[index]]
    for (const rule of ['space', 'io', 'version'] as const) {
      if (one?.[rule] === other?.[rule]) continue
      const { chain } = other ? b : a
      const names = `${chain[index]?.item_id ?? ''} → ${chain[index + 1]?.item_id ?? ''}`
      return [`${names}: ${rule === 'io' ? 'I/O' : rule}`, one?.[rule] ?? null, other?.[rule] ?? null]
    }
  }
  return undefined
}

function environmentChange(a: Outcome['env'], b: Outcome['env']): Cause | undefined {
  if (a === b) return undefined
  for (const name of sortedNames(a, b)) {
    const [one, other] = [a?.get(name), b?.get(name)]
    if (one === other || (one && other && one.text === other.text)) continue
    return valueCause('environment', `$${name}`, one, other)
  }
  return a && b ? undefined : valueCause('environment', 'the environment', undefined, undefined)
}

function sortedNames(a: Outcome['env'], b: Outcome['env']): readonly string[] {
  return [...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])].sort()
}

/**
 * R8, R7.2: the first difference in the tool config, or in the names and the directory of the anchor; undefined if
 * there is none.
 */
function valuesChange(a: Outcome, b: Outcome): Cause | undefined {
  if (a.resolved_config !== b.resolved_config) {
    const [one, other] = [jsonOf(a.resolved_config), jsonOf(b.resolved_config)]
    if (one.json !== other.json) {
      for (const pointer of [...new Set([...one.leaves.keys(), ...other.leaves.keys()])])
        if (one.leaves.get(pointer) !== other.leaves.get(pointer))
          return valueCause(
            'values',
            nameOfPointer(`/resolved_config${pointer}`),
            partAt(a.resolved_config, pointer),
            partAt(b.resolved_config, pointer),
          )
      return valueCause('values', nameOfPointer('/resolved_config'), a.resolved_config, b.resolved_config)
    }
  }
  if (a.anchor === b.anchor) return undefined
  if (a.anchor?.active !== b.anchor?.active) return valueCause('values', 'anchor', undefined, undefined)
  const [from, to] = [a.anchor?.context, b.anchor?.context]
  for (const name of new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])]))
    if (from?.get(name)?.text !== to?.get(name)?.text) return valueCause('values', name, from?.get(name), to?.get(name))
  if (a.anchor?.cwd?.text === b.anchor?.cwd?.text) return undefined
  return valueCause('values', 'anchor.cwd', a.anchor?.cwd, b.anchor?.cwd)
}

function jsonOf(value: Sourced | null): { readonly json: string; readonly leaves: ReadonlyMap<string, string> } {
  const encoded = value && encodeValue(bare(value))
  const leaves = encoded === null ? new Map() : leavesOf(encoded)
  return { json: writeJson(encoded), leaves: new Map([...leaves].map(([pointer, leaf]) => [pointer, writeJson(leaf)])) }
}

/** The part of a value at a pointer; undefined if there is none. */
function partAt(value: Sourced | null, pointer: string): Sourced | undefined {
  let part = value ?? undefined
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (part?.kind === 'list') part = part.items[Number(key)]
    else part = part?.kind === 'dict' ? [...part.entries].find(([name]) => String(name) === key)?.[1] : undefined
  }
  return part
}

type PlanText = { readonly text: string; readonly at: SourceRange | null }

/** R9.6: the first difference between two plans, except in the environment; undefined if there is none. */
function commandChange(a: PlanParts | null, b: PlanParts | null): Cause | undefined {
  if (a === b) return undefined
  const [from, to] = [partsOf(a), partsOf(b)]
  for (const pointer of new Set([...from.keys(), ...to.keys()])) {
    const [one, other] = [from.get(pointer), to.get(pointer)]
    if (one?.text !== other?.text) return valueCause('command', nameOfPointer(pointer), one, other)
  }
  return undefined
}

function partsOf(plan: PlanParts | null): ReadonlyMap<string, PlanText> {
  const parts = new Map<string, PlanText>()
  if (!plan) return parts
  parts.set('/plan/primitive', { text: plan.primitive, at: null })
  for (const [pointer, text] of planTexts(plan)) parts.set(pointer, text)
  const at = isRequest(plan) ? null : (plan.timeoutNode?.at ?? null)
  parts.set('/plan/timeout', { text: String(plan.timeout), at })
  if (!isRequest(plan)) return parts
  const { body, auth, max_attempts, backoff, mode } = plan
  if (body) parts.set('/plan/body', { text: writeJson(encodeValue(bare(body))), at: body.at })
  const rest = { '/plan/auth/type': auth?.type ?? '', '/plan/retry': `${max_attempts} ${backoff}`, '/plan/mode': mode }
  for (const [pointer, text] of Object.entries(rest)) parts.set(pointer, { text, at: null })
  return parts
}

function valueCause(
  aspect: Aspect,
  what: string,
  before: Pick<SourcedText, 'at'> | Sourced | null | undefined,
  after: Pick<SourcedText, 'at'> | Sourced | null | undefined,
): Cause {
  return { aspect, what, before: null, after: null, at: after?.at ?? before?.at ?? null }
}
