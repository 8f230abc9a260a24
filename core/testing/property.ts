import fc from 'fast-check'

/** Cases that `npm run nightly` asks of every property; none by day. */
const asked = Number(process.env['RYE_PROPERTY_RUNS'] ?? 0)

/**
 * During the day, every run uses the same seed, so that a failure comes from a change; the nightly run tries new cases.
 */
const seedByDay = 20261122
if (asked === 0) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedByDay })

/** The number of cases for a property: its ordinary number, or that of the nightly run if it is larger. */
export function propertyRuns(ordinary: number): number {
  return Math.max(ordinary, asked)
}

/** Milliseconds before a test counts as hanging; a busy machine can take ten times as long as an idle one. */
export function propertyTimeout(ordinary: number): number {
  return Math.max(120_000, propertyRuns(ordinary) * 300)
}
