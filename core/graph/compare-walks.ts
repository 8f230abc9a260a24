import { valuesEqual } from '../read/value/equal.ts'
import { pyStr } from '../read/value/text.ts'
import type { Value } from '../read/value/value.ts'
import { addressText } from './address.ts'
import type { StepRecord } from './record.ts'

/** The first difference between two walks, with the value in each walk. */
export interface WalkDifference {
  /** The index of the step in both walks, from 0. */
  readonly index: number
  readonly address: string
  readonly what: 'way' | 'action' | 'result' | 'decision' | 'state' | 'end'
  readonly one: Value
  readonly other: Value
}

/** The first difference between two walks, compared step by step; null without a difference. */
export function compareWalks(one: readonly StepRecord[], other: readonly StepRecord[]): WalkDifference | null {
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const [a, b] = [one[index], other[index]]
    if (!a || !b) {
      const address = addressText((a ?? b)!.address)
      return { index, address, what: 'end', one: a ? address : null, other: b ? address : null }
    }
    const found = differenceOf(a, b)
    if (found) return { index, ...found }
  }
  return null
}

function differenceOf(a: StepRecord, b: StepRecord): Omit<WalkDifference, 'index'> | null {
  const address = addressText(a.address)
  const there = addressText(b.address)
  if (address !== there) return { address, what: 'way', one: address, other: there }
  const calls = Math.max(a.calls.length, b.calls.length)
  for (let at = 0; at < calls; at++) {
    const [called, other] = [a.calls[at], b.calls[at]]
    const place = addressText((called ?? other)!.address)
    if (called?.digest !== other?.digest)
      return { address: place, what: 'action', one: sent(called), other: sent(other) }
    if (called && other && !valuesEqual(called.result, other.result))
      return { address: place, what: 'result', one: called.result, other: other.result }
  }
  if (a.status !== b.status) return { address, what: 'decision', one: a.status, other: b.status }
  const [to, toOther] = [a.decision?.to ?? null, b.decision?.to ?? null]
  if (to !== toOther) return { address, what: 'decision', one: to, other: toOther }
  for (const key of new Set([...a.after.keys(), ...b.after.keys()])) {
    const [was, is] = [a.after.get(key) ?? null, b.after.get(key) ?? null]
    if (!valuesEqual(was, is)) return { address: `${address} state.${pyStr(key)}`, what: 'state', one: was, other: is }
  }
  return null
}

function sent(call: StepRecord['calls'][number] | undefined): Value {
  if (!call) return null
  return new Map<Value, Value>([
    ['item_id', call.item_id],
    ['params', call.params],
  ])
}
