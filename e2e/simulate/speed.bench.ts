import { expect, test } from '@playwright/test'
import { measureSimulation } from './bench.ts'

test('every measured run is a real run', async () => {
  test.setTimeout(240_000)
  const figures = await measureSimulation(undefined, 1)
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) })
  for (const figure of [figures.javascript_warm, figures.python_warm, figures.stop]) {
    expect(figure.median).toBeGreaterThan(0)
    expect(figure.worst).toBeGreaterThanOrEqual(figure.median)
  }
})
