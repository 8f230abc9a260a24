import { expect, test } from '@playwright/test'
import { measureSimulation } from './bench.ts'

/** A test tells right from wrong, the bench how fast: here every measured run must have been a real and whole one. */
test('every run that the bench measures is a real one', async () => {
  test.setTimeout(240_000)
  const figures = await measureSimulation(undefined, 1)
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) })
  for (const figure of [figures.javascript_warm, figures.python_warm, figures.stop]) {
    expect(figure.median).toBeGreaterThan(0)
    expect(figure.worst).toBeGreaterThanOrEqual(figure.median)
  }
})
