import fc from 'fast-check'

/** The number of cases per property that the nightly run sets; 0 in other runs. */
const asked = Number(process.env['RYE_PROPERTY_RUNS'] ?? 0)

/**
 * The seed of all runs except the nightly run, so that only a change can cause a failure. The nightly run tries new
 * cases.
 */
const seedByDay = 20261122
if (asked === 0) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedByDay })

/** The number of cases for a property: its ordinary number, or the number of the nightly run if larger. */
export function propertyRuns(ordinary: number): number {
  return Math.max(ordinary, asked)
}

/** The timeout of a property test in milliseconds. A busy machine can take ten times as long as an idle one. */
export function propertyTimeout(ordinary: number): number {
  return Math.max(120_000, propertyRuns(ordinary) * 300)
}
