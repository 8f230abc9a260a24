import type { Analysis, JsonValue, Snapshot } from '#core'
import { nameOfPointer } from '../panels/pointers.ts'

/** One value that differs between two answers, or stands in one of them only. */
export interface Difference {
  readonly what: string
  /** Pointer into the analysis, where the value has one. */
  readonly pointer: string | undefined
  readonly before: string | undefined
  readonly after: string | undefined
}

/** What differs between two analyses, in the order a person reads them: status, chain, plan, environment, findings. */
export function analysisDifferences(before: Analysis, after: Analysis): readonly Difference[] {
  const found: Difference[] = []
  const note = (what: string, a: JsonValue | undefined, b: JsonValue | undefined, pointer?: string): void => {
    const [left, right] = [shown(a), shown(b)]
    if (left !== right) found.push({ what, pointer, before: left, after: right })
  }
  note('status', before.status, after.status)
  for (let index = 0; index < Math.max(before.chain.length, after.chain.length); index++) {
    const [a, b] = [before.chain[index], after.chain[index]]
    note(`chain ${index + 1}`, a && `${a.item_id} (${a.space})`, b && `${b.item_id} (${b.space})`)
  }
  const [planA, planB] = [leaves(before.plan), leaves(after.plan)]
  for (const pointer of union(planA, planB)) {
    if (!pointer.startsWith('/env/') && pointer !== '/digest')
      note(nameOfPointer(`/plan${pointer}`), planA.get(pointer), planB.get(pointer), `/plan${pointer}`)
  }
  const [envA, envB] = [new Map(Object.entries(before.env ?? {})), new Map(Object.entries(after.env ?? {}))]
  for (const name of union(envA, envB)) note(`$${name}`, envA.get(name), envB.get(name), `/env/${name}`)
  const [codesA, codesB] = [codes(before), codes(after)]
  for (const code of union(codesA, codesB)) note(`finding ${code}`, codesA.get(code), codesB.get(code))
  return found
}

/** One file that differs between two drafts. */
export interface FileDifference {
  readonly path: string
  readonly change: 'added' | 'removed' | 'changed'
}

/** Files that differ between two drafts: their path, and whether they stand in both. */
export function fileDifferences(before: Snapshot['files'], after: Snapshot['files']): readonly FileDifference[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return paths.flatMap((path): readonly FileDifference[] => {
    const [a, b] = [before[path], after[path]]
    if (a === undefined) return [{ path, change: 'added' }]
    if (b === undefined) return [{ path, change: 'removed' }]
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [{ path, change: 'changed' }]
  })
}

function leaves(value: unknown, prefix = '', into = new Map<string, JsonValue>()): ReadonlyMap<string, JsonValue> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) leaves(inner, `${prefix}/${key}`, into)
  } else if (value !== undefined) into.set(prefix, value as JsonValue)
  return into
}

function codes(analysis: Analysis): ReadonlyMap<string, string> {
  return new Map(
    analysis.diagnostics.filter(({ severity }) => severity !== 'hint').map(({ code, message }) => [code, message]),
  )
}

function union<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): readonly string[] {
  return [...new Set([...a.keys(), ...b.keys()])]
}

function shown(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
