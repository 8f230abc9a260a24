import { isObject } from '#core/read'
import type { Snapshot } from '#core/workspace'
import { lengthOf, sameContent, type FileContent } from '../files/content.ts'
import { isContent, isHeadOfSnapshot } from './kept-snapshot.ts'
import { weightOf, withoutBetween, type HistoryStep, type Steps } from './steps.ts'

/**
 * One saved state: all fields except the files, and the files that differ from the previous state; null for a deleted
 * file.
 */
interface KeptStep {
  readonly label: string
  readonly head: Omit<Snapshot, 'files'>
  readonly files: readonly (readonly [path: string, content: FileContent | null])[]
}

/** The saved history of a draft. `format` increases with each change of the format. */
export interface KeptHistory {
  readonly format: 1
  readonly at: number
  readonly steps: readonly KeptStep[]
}

const mostKept = { steps: 200, characters: 2_000_000 } as const

/**
 * The last states of a history within the limits, and the very first state if it fits. Undefined unless these include
 * the current state and at least one other state.
 */
export function packHistory({ list, at }: Steps, most: typeof mostKept = mostKept): KeptHistory | undefined {
  let first = list.length
  let size = 0
  while (first > 0 && list.length - first < most.steps) {
    const { snapshot } = list[first - 1]!
    if (size + charactersOf(snapshot) > most.characters) break
    first--
    size += packed(list[first]!, list[first - 1]).characters
  }
  if (first > at || list.length - first < 2) return undefined
  const kept = withOpened({ list, at }, first, most) ?? packedFrom(list, first)
  return { format: 1, at: at - list.length + kept.length, steps: kept.map((one) => one.kept) }
}

function packedFrom(list: readonly HistoryStep[], first: number): readonly Packed[] {
  return list.slice(first).map((step, index) => packed(step, index === 0 ? undefined : list[first + index - 1]))
}

/** The last states and the very first state, which replaces the oldest of them; undefined if it does not fit. */
function withOpened({ list, at }: Steps, first: number, most: typeof mostKept): readonly Packed[] | undefined {
  const steps = packedFrom(withoutBetween(list, Math.min(first + 1, list.length - 2, at)), 0)
  const characters = steps.reduce((sum, one) => sum + one.characters, 0)
  return steps.length <= most.steps && characters <= most.characters ? steps : undefined
}

/** Read a saved history. Returns undefined for another format. */
export function unpackHistory(value: unknown): Steps | undefined {
  if (!isKeptHistory(value)) return undefined
  const list: HistoryStep[] = []
  let files: Record<string, FileContent> = {}
  for (const step of value.steps) {
    files = { ...files }
    for (const [path, content] of step.files) {
      if (content === null) delete files[path]
      else files[path] = content
    }
    if (!isHeadOfSnapshot(step.head)) return undefined
    const snapshot = { ...step.head, files }
    const written = step.files.reduce((sum, [, content]) => sum + (content === null ? 0 : lengthOf(content)), 0)
    const weight = weightOf(written, Object.keys(files).length)
    // Without a merge key: otherwise the next keystroke would be merged into a step of another visit.
    list.push({ snapshot, label: step.label, merge: undefined, touched: 0, weight })
  }
  return { list, at: value.at }
}

interface Packed {
  readonly before: HistoryStep | undefined
  readonly kept: KeptStep
  readonly characters: number
}

/**
 * A cache of packed steps. Each save stores the whole history, but usually only its last step is new. A first step is
 * packed as a whole.
 */
const known = { first: new WeakMap<HistoryStep, Packed>(), later: new WeakMap<HistoryStep, Packed>() }

function packed(step: HistoryStep, before: HistoryStep | undefined): Packed {
  const place = before ? known.later : known.first
  const former = place.get(step)
  if (former && former.before === before) return former
  const { files, ...head } = step.snapshot
  const there = before?.snapshot.files ?? {}
  const written = Object.entries(files).filter(([path, content]) => !sameContent(there[path], content))
  const deleted = Object.keys(there).filter((path) => !Object.hasOwn(files, path))
  const kept = { label: step.label, head, files: [...written, ...deleted.map((path) => [path, null] as const)] }
  const made = { before, kept, characters: JSON.stringify(kept).length }
  place.set(step, made)
  return made
}

/** A cache of the number of characters per table of files. Tables never change, but each save measures the history. */
const counted = new WeakMap<Snapshot['files'], number>()

/** The approximate size of a whole state, in characters. */
function charactersOf({ files, parameters }: Snapshot): number {
  let characters = counted.get(files)
  if (characters === undefined) {
    characters = Object.values(files).reduce((sum, content) => sum + lengthOf(content), 0)
    counted.set(files, characters)
  }
  return characters + parameters.length
}

/** Whether a value has the format of `packHistory`. The states themselves are checked during unpacking. */
function isKeptHistory(value: unknown): value is KeptHistory {
  if (!isObject(value) || value['format'] !== 1 || !Number.isInteger(value['at'])) return false
  return Array.isArray(value['steps']) && value['steps'].every(isKeptStep)
}

function isKeptStep(value: unknown): value is KeptStep {
  if (!isObject(value) || typeof value['label'] !== 'string') return false
  return Array.isArray(value['files']) && value['files'].every(isKeptFile)
}

function isKeptFile(row: unknown): boolean {
  return Array.isArray(row) && typeof row[0] === 'string' && (row[1] === null || isContent(row[1]))
}
