import type { JsonValue } from '../read/value/encode.ts'
import { writeJson } from '../read/value/write-json.ts'
import { leavesOf } from '../read/value/entries.ts'
import { pointerTo } from '../text/pointer.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Analysis, DiagnosticEntry, ProvenanceEntry } from './analysis.ts'
import { nameOfPointer } from './words.ts'

/** One value that differs between two answers or exists only in one of them. */
export interface Difference {
  readonly what: string
  /** Pointer into the analysis; undefined for a value whose source is not recorded, such as the status. */
  readonly pointer: string | undefined
  readonly before: string | undefined
  readonly after: string | undefined
  /** The source of each value, if recorded (R9.7). */
  readonly beforeBy?: ProvenanceEntry | undefined
  readonly afterBy?: ProvenanceEntry | undefined
}

/**
 * The differences between two analyses, in the order of the page: status, chain, verdicts, plan, parameters, config,
 * environment, findings.
 */
export function analysisDifferences(before: Analysis, after: Analysis): readonly Difference[] {
  const found: Difference[] = []
  const note = (what: string, a: JsonValue | undefined, b: JsonValue | undefined, pointer?: string): void => {
    const [beforeBy, afterBy] = [originOf(before, pointer), originOf(after, pointer)]
    const [left, right] = [shown(a, beforeBy), shown(b, afterBy)]
    if (left !== right) found.push({ what, pointer, before: left, after: right, beforeBy, afterBy })
  }
  note('status', before.status, after.status)
  for (let index = 0; index < Math.max(before.chain.length, after.chain.length); index++) {
    const [a, b] = [before.chain[index], after.chain[index]]
    note(`chain ${index + 1}`, a && `${a.item_id} (${a.space})`, b && `${b.item_id} (${b.space})`)
  }
  const [rulesA, rulesB] = [verdicts(before), verdicts(after)]
  for (const rule of union(rulesA, rulesB)) note(rule, rulesA.get(rule), rulesB.get(rule))
  const [planA, planB] = [leavesIn(before.plan), leavesIn(after.plan)]
  for (const pointer of union(planA, planB)) {
    if (!pointer.startsWith('/env/') && pointer !== '/digest')
      note(nameOfPointer(`/plan${pointer}`), planA.get(pointer), planB.get(pointer), `/plan${pointer}`)
  }
  for (const [root, a, b] of [
    ['/parameters/effective', before.parameters.effective, after.parameters.effective],
    ['/resolved_config', before.resolved_config, after.resolved_config],
  ] as const) {
    const [valuesA, valuesB] = [leavesIn(a), leavesIn(b)]
    for (const rest of union(valuesA, valuesB))
      note(nameOfPointer(root + rest), valuesA.get(rest), valuesB.get(rest), root + rest)
  }
  const [envA, envB] = [new Map(Object.entries(before.env ?? {})), new Map(Object.entries(after.env ?? {}))]
  for (const name of union(envA, envB)) note(`$${name}`, envA.get(name), envB.get(name), pointerTo('/env', name))
  const [findingsA, findingsB] = [findings(before, after), findings(after, before)]
  for (const code of union(findingsA, findingsB)) note(`problem ${code}`, findingsA.get(code), findingsB.get(code))
  return found
}

/** The leaves of an analysis part, empty if the part is missing. */
function leavesIn(part: object | JsonValue): ReadonlyMap<string, JsonValue> {
  return part === null ? new Map() : leavesOf(part as JsonValue)
}

/**
 * Elements with the same position and ID in both chains but different content: plans can be equal although the code
 * differs.
 */
export function contentDifferences(before: Analysis, after: Analysis): readonly Difference[] {
  return before.chain.flatMap((a, index): readonly Difference[] => {
    const b = after.chain[index]
    if (b?.item_id !== a.item_id || b.integrity === a.integrity) return []
    const [from, to] = [contentText(a), contentText(b)]
    return [{ what: `chain ${index + 1}: text`, pointer: undefined, before: from, after: to }]
  })
}

function contentText({ path, integrity }: Analysis['chain'][number]): string {
  return path === null || integrity === null ? 'built in' : `${path}, SHA-256 ${integrity.slice(0, 12)}`
}

/** One file that differs between two drafts. */
export interface FileDifference {
  readonly path: string
  readonly change: 'added' | 'removed' | 'changed'
}

/** The files that differ between two drafts, sorted by path. */
export function fileDifferences(before: Snapshot['files'], after: Snapshot['files']): readonly FileDifference[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return paths.flatMap((path): readonly FileDifference[] => {
    const [a, b] = [before[path], after[path]]
    if (a === undefined) return [{ path, change: 'added' }]
    if (b === undefined) return [{ path, change: 'removed' }]
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [{ path, change: 'changed' }]
  })
}

/** The results of the three rules, by pair. */
function verdicts({ validation }: Analysis): ReadonlyMap<string, string> {
  return new Map(
    (validation?.pairs ?? []).flatMap(({ child, parent, space, io, version }) =>
      Object.entries({ space, 'I/O': io, version }).map(
        ([rule, verdict]) => [`link ${child + 1} → ${parent + 1}: ${rule}`, verdict] as const,
      ),
    ),
  )
}

/**
 * The errors and warnings that only the first analysis has: for each code, the messages, one per line. The messages of
 * equal facts can differ, because they leave out spaces that do not exist.
 */
function findings(analysis: Analysis, other: Analysis): ReadonlyMap<string, string> {
  const factsOf = (entry: DiagnosticEntry): string => `${entry.code} ${writeJson(entry.facts)}`
  const known = new Set(other.diagnostics.flatMap((entry) => [entry.message, factsOf(entry)]))
  const own = new Map<string, string>()
  for (const entry of analysis.diagnostics) {
    const { code, severity, message } = entry
    if (severity === 'hint' || known.has(message) || known.has(factsOf(entry))) continue
    const before = own.get(code)
    own.set(code, before === undefined ? message : `${before}\n${message}`)
  }
  return own
}

/** The keys of both maps without duplicates, starting with the first map. */
function union<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): readonly string[] {
  return [...new Set([...a.keys(), ...b.keys()])]
}

function originOf({ provenance }: Analysis, pointer: string | undefined): ProvenanceEntry | undefined {
  return pointer !== undefined && Object.hasOwn(provenance, pointer) ? provenance[pointer] : undefined
}

/** A value as text, or its fingerprint if the value is a secret; undefined for an absent value. */
function shown(given: JsonValue | undefined, origin: ProvenanceEntry | undefined): string | undefined {
  if (given === undefined) return undefined
  const value = origin?.secret ? origin.value : given
  return typeof value === 'string' ? value : writeJson(value)
}
