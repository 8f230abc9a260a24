import { decodeValue, encodeValue, type JsonValue } from '../read/value/encode.ts'
import { limits } from '../limits.ts'
import { nestsWithin } from '../read/value/depth.ts'
import { isObject } from '../read/value/object.ts'
import { isDict } from '../read/value/value.ts'
import type { SavedWalk } from './ending.ts'
import type { SuppressedError } from './record.ts'

/** An interrupted walk as a document that a host stores, so that a later run can resume it (R16.8). */
export function savedWalkDocument(item_id: string, saved: SavedWalk): JsonValue {
  const { state, current_node, step_count, errors = [], visits = new Map() } = saved
  return {
    format: 1,
    item_id,
    current_node,
    step_count,
    state: encodeValue(state),
    errors: errors.map((error) => ({ ...error })),
    visits: Object.fromEntries(visits),
  }
}

/** Maximum depth of an encoded value. A mapping whose keys are not all strings takes three levels of JSON. */
const encodedDepth = limits.valueDepth * 3

/** Reads the document of an interrupted walk and validates every part. */
export function readSavedWalk(
  document: unknown,
): { readonly item_id: string; readonly saved: SavedWalk } | { readonly problem: string } {
  if (!isObject(document) || document['format'] !== 1) return { problem: 'the document is not a saved walk of format 1' }
  const { item_id, current_node, step_count, errors = [], visits = {} } = document
  if (typeof item_id !== 'string') return { problem: 'item_id: must be the ID of the graph' }
  if (typeof current_node !== 'string') return { problem: 'current_node: must name a node; null means that the walk has ended' }
  if (!isCount(step_count)) return { problem: 'step_count: must be a whole number, 0 or greater' }
  if (!nestsWithin(document['state'], encodedDepth))
    return { problem: `state: must not nest deeper than the limit valueDepth (${limits.valueDepth})` }
  const state = decodeValue(document['state'] as JsonValue)
  if (!isDict(state)) return { problem: 'state: must be a mapping' }
  if (!Array.isArray(errors) || !errors.every(isError)) return { problem: 'errors: must be a list of objects with step, node and error' }
  if (!isObject(visits) || !Object.values(visits).every(isCount)) return { problem: 'visits: must be one whole number per node, 0 or greater' }
  const entered = Object.entries(visits).filter((entry): entry is [string, number] => isCount(entry[1]))
  return { item_id, saved: { state, current_node, step_count, errors, visits: new Map(entered) } }
} // prettier-ignore

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isError(value: unknown): value is SuppressedError {
  return isObject(value) && isCount(value['step']) && typeof value['node'] === 'string' && typeof value['error'] === 'string' // prettier-ignore
}
