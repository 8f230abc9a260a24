import { nameOfPointer, planValues, type Analysis, type Difference } from '#core/answer'
import type { Snapshot } from '#core/workspace'

/**
 * The comparison of a draft's current result with its result when it was shared: a message, and the changed values
 * if the link records them.
 */
export interface Reproduction {
  readonly same: boolean
  /** Whether the current result has a plan. Two refused runs are equal, but not a success. */
  readonly hasPlan: boolean
  readonly text: string
  readonly differences: readonly Difference[]
}

/** Compare the result in a link with the current result. Returns undefined if the link does not contain a result. */
export function compareWithExpected(
  { expected }: Pick<Snapshot, 'expected'>,
  analysis: Pick<Analysis, 'chain' | 'plan' | 'provenance'>,
): Reproduction | undefined {
  if (!expected) return undefined
  const { chain, plan } = analysis
  const now = chain.map((entry) => entry.item_id)
  const sameChain = now.join('\n') === expected.chain.join('\n')
  const hasPlan = plan !== null
  const item = expected.chain[0] ?? 'The item'
  if (sameChain && expected.plan_digest === (plan?.digest ?? null)) {
    const text = hasPlan
      ? `${item}: same chain and plan as when shared.`
      : `${item}: same chain as when shared. The run is still refused, so it has no plan to compare.`
    return { same: true, hasPlan, text, differences: [] }
  }
  const differences = planDifferences(expected.values, planValues(analysis))
  if (!sameChain) {
    const text = `The chain was ${expected.chain.join(' → ') || 'empty'} when shared; now it is ${now.join(' → ') || 'empty'}.`
    return { same: false, hasPlan, text, differences }
  }
  return {
    same: false,
    hasPlan,
    text: `The chain is the same, but ${aboutPlan(expected.plan_digest, plan, differences)}`,
    differences,
  }
}

function aboutPlan(digest: string | null, plan: Analysis['plan'], { length }: readonly Difference[]): string {
  if (!plan) return 'the run is now refused.'
  if (digest === null) return 'the run, refused when shared, is now allowed.'
  if (length === 0) return 'the plan has changed. The link does not record the old values.'
  return `${length === 1 ? 'one plan value has' : `${length} plan values have`} changed.`
}

/** The differences between two plans; empty if a plan is missing or only its digest is known. */
function planDifferences(
  before: NonNullable<Snapshot['expected']>['values'],
  after: typeof before,
): readonly Difference[] {
  if (!before || !after) return []
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((pointer) => was.get(pointer) !== is.get(pointer))
    .map((pointer) => {
      // The analysis explains the environment under `/env`, separately from the plan.
      const place = pointer.startsWith('/env/') ? pointer : `/plan${pointer}`
      return { what: nameOfPointer(place), pointer: place, before: was.get(pointer), after: is.get(pointer) }
    })
}
