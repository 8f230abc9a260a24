import type { Analysis } from './analysis.ts'
import { purePorts } from '../input/host.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { leavesOf } from '../read/value/entries.ts'
import { writeJson } from '../read/value/write-json.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'

type Expected = NonNullable<Snapshot['expected']>

/** The maximum number of plan values in a link. Larger plans are compared by digest alone. */
const mostValues = 100
const mostPointer = 200
const mostText = 200
const keptOfLong = 80

/**
 * The chain, plan digest and plan values that the sharer of a link sees, so that the link's readers can see later
 * changes.
 */
export function expectedOf(analysis: Pick<Analysis, 'chain' | 'plan' | 'provenance'>): Expected {
  const values = planValues(analysis)
  return {
    plan_digest: analysis.plan?.digest ?? null,
    chain: analysis.chain.map((entry) => entry.item_id),
    ...(values && { values }),
  }
}

/**
 * The values of the plan as short strings, by JSON pointer; undefined without a plan, or with too many values or too
 * long pointers for a link. Nulls are omitted. A secret becomes its fingerprint, and a long string its beginning,
 * length and hash.
 */
export function planValues({ plan, provenance }: Pick<Analysis, 'plan' | 'provenance'>): Expected['values'] {
  if (!plan) return undefined
  const { digest: _digest, ...fields } = plan
  const leaves = [...leavesOf(fields as unknown as JsonValue)].filter(([, value]) => value !== null)
  if (leaves.length > mostValues || leaves.some(([pointer]) => pointer.length > mostPointer)) return undefined
  return Object.fromEntries(
    leaves.map(([pointer, value]) => {
      const origin = provenance[`/plan${pointer}`]
      const reported = origin?.secret ? origin.value : value
      return [pointer, shortened(typeof reported === 'string' ? reported : writeJson(reported))]
    }),
  )
}

function shortened(text: string): string {
  if (text.length <= mostText) return text
  const hash = purePorts.sha256(text).slice(0, 12)
  return `${text.slice(0, keptOfLong)}… (${text.length} characters, SHA-256 ${hash})`
}
