import type { Diagnostic } from '../diagnostics/facts.ts'
import { foreignId } from '../rules/counterparts.ts'
import { idProblem } from '../rules/item-id.ts'
import { limits } from '../limits.ts'
import { laterFinding } from '../read/metadata/later.ts'
import { fieldValue, type FieldName, type Metadata } from '../read/metadata/metadata.ts'
import { findItem, findShadowed, nearMisses, placesFrom, type Match } from './resolve.ts'
import type { SourceRange } from '../text/source.ts'
import type { Space } from '../rules/space.ts'
import type { Found, Trace, TraceEvent } from '../trace.ts'
import type { Claim } from './validate/claim.ts'
import { pyStr } from '../read/value/text.ts'
import type { Value } from '../read/value/value.ts'
import type { Bundle } from '../workspace/workspace-settings.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** One element of a chain: a file and its metadata, or a primitive without a file (R1.1). */
export interface ChainElement {
  readonly item_id: string
  readonly path: string | null
  readonly space: Space
  /** Null for a built-in primitive. */
  readonly metadata: Metadata | null
  readonly executor_id: string | null
  readonly shadowed: readonly Found[]
  /** The bundle of a system file; null for other files. */
  readonly bundle: Bundle | null
  /** The declarations that the validator checks (C1). */
  readonly claim: Claim
  /** Units of work to read the file. */
  readonly work: number
  /** Whether all chains that contain this element share the object, so that caching derived data pays off (R12.1). */
  readonly shared: boolean
}

/** The chain from the tool to the primitive. If there is a problem, contains the elements found before it (R3.2). */
export interface Chain {
  readonly elements: readonly ChainElement[]
  readonly problem: Diagnostic | null
  readonly findings: readonly Diagnostic[]
  /** Units of work to search all places, including the search for near misses of a missing ID. */
  readonly search: number
}

/** Thrown for an exception while a chain is built, with the elements found before it (R3.2). */
export class ChainFault extends Error {
  readonly chain: Chain
  constructor(cause: unknown, chain: Chain) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.chain = chain
  }
}

/** R3.1: follows executor IDs from an item to a null executor. Turns an exception into a `ChainFault`. */
export function buildChain(workspace: Workspace, itemId: string, trace: Trace): Chain {
  const elements: ChainElement[] = []
  const findings: Diagnostic[] = []
  try {
    return followExecutors(workspace, itemId, trace, elements, findings)
  } catch (fault) {
    throw new ChainFault(fault, { elements, problem: null, findings, search: 0 })
  }
}

function followExecutors(
  workspace: Workspace,
  itemId: string,
  trace: Trace,
  elements: ChainElement[],
  findings: Diagnostic[],
): Chain {
  const look = workspace.places.length * placeWork
  const stop = (problem: Diagnostic, search = look): Chain => ({ elements, problem, findings, search })
  let current = workspace.formOf(itemId)
  let from: string = 'project'
  let namedAt: SourceRange | null = null
  let work = 0
  const bad = idProblem(itemId)
  if (bad) return stop({ code: 'item-id-invalid', item_id: itemId, because: bad, at: null })
  for (;;) {
    if (elements.length >= limits.chainDepth) {
      return stop({ code: 'chain-too-deep', item_id: itemId, most: limits.chainDepth, at: namedAt })
    }
    const loopStart = indexOfId(elements, current)
    if (loopStart !== -1) {
      const loop = [...elements.slice(loopStart).map((element) => element.item_id), current]
      return stop({ code: 'chain-cycle', loop, at: namedAt })
    }
    const element =
      elements.length === 0
        ? resolveElement(workspace, current, from, findings, trace)
        : sharedElement(workspace, current, from, findings, trace)
    if (!element) {
      const { problem, search } = notFound(workspace, current, from, elements.at(-1), namedAt, trace)
      return stop(problem, look + search)
    }
    elements.push(element)
    work += element.work
    if (work > limits.chainWork) return stop(tooMuchToRead(element))
    const later = laterFinding(element.metadata)
    if (later) return stop(later)
    const executor = element.metadata === null ? undefined : fieldValue(element.metadata, 'executor_id')
    if (executor === undefined || executor === null) return { elements, problem: null, findings, search: look }
    namedAt = fieldRange(element, 'executor_id')
    const problem = executorProblem(element.item_id, executor, namedAt)
    if (problem) return stop(problem)
    current = workspace.formOf(pyStr(executor))
    from = element.space
  }
}

/** Units of work to search one place for an item, or to report the place. */
const placeWork = 10
const missingWork = 50

/** Units of work to read one character of JavaScript or TypeScript. Other formats take one unit. */
const scriptWork = 3

/**
 * Units of work to read an element's file. They depend only on its length and format, so that caches do not change the
 * count.
 */
function readingWork(workspace: Workspace, path: string, metadata: Metadata | null): number {
  const { length } = workspace.file(path)?.text ?? ''
  if (metadata?.format !== 'javascript') return length
  return length > limits.scriptLength ? 0 : length * scriptWork
}

function tooMuchToRead({ path }: ChainElement): Diagnostic {
  const at = path === null ? null : { path, start: 0, end: 0 }
  return { code: 'work-limit', step: 'chain', path, limit: 'chainWork', most: limits.chainWork, at }
}

function indexOfId(elements: readonly ChainElement[], itemId: string): number {
  for (let index = 0; index < elements.length; index++) if (elements[index]!.item_id === itemId) return index
  return -1
}

/**
 * An executor that many tools share; undefined if it is not found. It is resolved once, and again if one of its
 * dependencies changes (R12.1).
 */
function sharedElement(
  workspace: Workspace,
  itemId: string,
  from: string,
  findings: Diagnostic[],
  trace: Trace,
): ChainElement | undefined {
  const shared = workspace.remember(`element ${from} ${itemId}`, workspace.figures.chain, () => {
    const events: TraceEvent[] = []
    const found: Diagnostic[] = []
    const element = resolveElement(workspace, itemId, from, found, (event) => void events.push(event))
    return { element: element && { ...element, shared: true }, events, found }
  })
  if (trace) for (const event of shared.events) trace(event)
  for (const finding of shared.found) findings.push(finding)
  return shared.element
}

function resolveElement(
  workspace: Workspace,
  itemId: string,
  from: string,
  findings: Diagnostic[],
  trace: Trace,
): ChainElement | undefined {
  const match = findItem(workspace, itemId, placesFrom(workspace, from))
  if (!match) return workspace.dialect.builtin.has(itemId) ? builtinElement(itemId, trace) : undefined
  const metadata = workspace.metadata(match.path) ?? null
  const shadowed = findShadowed(workspace, itemId, match.place.space)
  trace?.({ step: 'resolve', item_id: itemId, path: match.path, space: match.place.space, shadowed })
  if (metadata) {
    // R1.9: the chain ends at a file from a later release, and its problem is the finding.
    if (!laterFinding(metadata)) for (const finding of metadata.diagnostics) findings.push(finding)
    if (trace) {
      const fields = [...metadata.fields.keys()]
      trace({ step: 'read_metadata', item_id: itemId, path: match.path, format: metadata.format, fields })
    }
  }
  if (match.others.length > 0) findings.push(ambiguous(itemId, match))
  const executor = metadata && fieldValue(metadata, 'executor_id')
  const { space } = match.place
  return {
    item_id: itemId,
    path: match.path,
    space,
    metadata,
    executor_id: typeof executor === 'string' ? executor : null,
    shadowed,
    bundle: workspace.bundleOf(match.place),
    claim: claimOf(itemId, space, metadata),
    work: readingWork(workspace, match.path, metadata),
    shared: false,
  }
}

/** R1.1, difference R2: the element of a built-in primitive, which does not need a file. */
function builtinElement(itemId: string, trace: Trace): ChainElement {
  trace?.({ step: 'resolve', item_id: itemId, path: null, space: 'system', shadowed: [] })
  const known = { path: null, space: 'system', metadata: null, executor_id: null, shadowed: [], bundle: null } as const
  return { item_id: itemId, ...known, claim: claimOf(itemId, 'system', null), work: 0, shared: false }
}

function ambiguous(itemId: string, match: Match): Diagnostic {
  const at = { path: match.path, start: 0, end: 0 }
  return { code: 'extension-ambiguous', item_id: itemId, winner: match.path, others: match.others, at }
}

function executorProblem(itemId: string, executor: Value, at: SourceRange | null): Diagnostic | undefined {
  const shown = pyStr(executor).slice(0, 200)
  if (typeof executor !== 'string')
    return { code: 'executor-id-invalid', item_id: itemId, executor: shown, because: 'not-text', at }
  if (executor === '') return { code: 'executor-id-invalid', item_id: itemId, executor, because: 'empty', at }
  const because = idProblem(executor)
  return because && { code: 'executor-id-invalid', item_id: itemId, executor: shown, because, at }
}

/** R1.6: the finding for a missing item, with the searched places and the near misses. */
function notFound(
  workspace: Workspace,
  itemId: string,
  from: string,
  child: ChainElement | undefined,
  at: SourceRange | null,
  trace: Trace,
): { readonly problem: Diagnostic; readonly search: number } {
  const places = placesFrom(workspace, from)
  // One list for all items with the same missing element.
  const searched = workspace.remember(`searched from ${from}`, workspace.figures.list, () =>
    places.map((place) => place.tools),
  )
  const { near, work: nearWork } = nearMisses(workspace, itemId, places)
  const work = nearWork + places.length * missingWork
  trace?.({ step: 'resolve_failed', item_id: itemId, searched, near: near.map((miss) => miss.item_id) })
  if (!child) return { problem: { code: 'item-not-found', item_id: itemId, searched, near, at }, search: work }
  const { item_id } = child
  const foreign = foreignId(workspace.dialect, itemId)
  const problem: Diagnostic = {
    code: 'executor-not-found',
    item_id,
    executor_id: itemId,
    from,
    searched,
    near,
    dialect: workspace.dialect.name,
    ...(foreign && { foreign }),
    at,
  }
  return { problem, search: work }
}

/** The place of a field's value; null for built-ins and absent fields. */
export function fieldRange(element: ChainElement, name: FieldName): SourceRange | null {
  return rangeIn(element.metadata, name)
}

function rangeIn(metadata: Metadata | null, name: FieldName): SourceRange | null {
  const field = metadata?.fields.get(name)
  return metadata && field ? { path: metadata.path, start: field.value.start, end: field.value.end } : null
}

/**
 * The value of a field; undefined for an absent field. The only field of a built-in primitive is `tool_type`, with the
 * value `primitive`.
 */
export function elementValue(element: ChainElement, name: FieldName): Value | undefined {
  return valueIn(element.metadata, name)
}

function valueIn(metadata: Metadata | null, name: FieldName): Value | undefined {
  if (metadata) return fieldValue(metadata, name)
  return name === 'tool_type' ? 'primitive' : undefined
}

function claimOf(item_id: string, space: Space, metadata: Metadata | null): Claim {
  return {
    item_id,
    space,
    tool_type: valueIn(metadata, 'tool_type'),
    executor_id: valueIn(metadata, 'executor_id'),
    version: valueIn(metadata, 'version'),
    category: valueIn(metadata, 'category'),
    inputs: valueIn(metadata, 'inputs'),
    outputs: valueIn(metadata, 'outputs'),
    child_constraints: valueIn(metadata, 'child_constraints'),
    at: (field) => rangeIn(metadata, field),
  }
}
