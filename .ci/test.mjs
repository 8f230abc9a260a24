// @ts-check
import '../server/launch/check-node.cjs'

const { launch, prepare } = await import('../server/launch/prepare.cjs')
const { ensureTools, thisMachine } = await import('./tools.mjs')
const { steps } = await import('./steps.mjs')

/**
 * `npm test [-- STEP... --yes]` runs all test steps, or the named steps. `--yes` installs missing programs without a
 * prompt. The last line of the output is `N passed, N failed`.
 */
await launch(async () => {
  const words = process.argv.slice(2)
  const names = words.filter((word) => word !== '--yes')
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(
      `Unknown step: ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}. Option: --yes.`,
    )
    return 2
  }
  const chosen = names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name))
  await prepare([])
  await ensureTools(
    chosen.map(({ name }) => name),
    thisMachine(words.includes('--yes')),
  )
  const lines = []
  /** @type {string[]} */
  const failures = []
  let passed = 0
  let failed = 0
  for (const [index, step] of chosen.entries()) {
    console.error(`\n[${index + 1}/${chosen.length}] ${step.name}: ${step.about}`)
    const begun = performance.now()
    const tally = await step.run()
    passed += tally.passed
    failed += tally.failed
    failures.push(...(tally.failures ?? []).map((failure) => `failed: ${failure}`))
    failures.push(...(tally.races ?? []).map((race) => `passed at the second try only, find its race: ${race}`))
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    const skipped = tally.skipped ? `, ${tally.skipped} skipped` : ''
    lines.push(`${step.name.padEnd(8)} ${tally.passed} passed, ${tally.failed} failed${skipped} (${seconds} s)`)
  }
  console.log(['', ...failures, '', ...lines, ''].join('\n'))
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
