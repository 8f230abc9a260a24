import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productRoot } from '../engine/product.ts'
import { withSections } from './benchmarks-page.ts'

const page = `# Benchmarks

Words.

## Engine

| what | bar | measured |
|---|---|---|
| old | | 1 ms |

About the engine.

## Server

| what | bar | measured |
|---|---|---|
| runs | | 5 runs/s |
`

test('a measured section gets a new table, and all other text is unchanged', () => {
  const figures = [
    { what: 'cold', value: 20, unit: 'us per tool', bar: 10, how: 'measured' },
    { what: 'rate', value: 3, unit: 'x', bar: 2, atLeast: true, how: 'measured' },
  ]
  expect(withSections(page, [{ title: 'Engine', figures }])).toBe(`# Benchmarks

Words.

## Engine

| what | bar | measured |
|---|---|---|
| cold | <= 10.0 us per tool | 20.0 us per tool (missed) |
| rate | >= 2.00 x | 3.00 x |

About the engine.

## Server

| what | bar | measured |
|---|---|---|
| runs | | 5 runs/s |
`)
})

test('a new section is added at the end', () => {
  const section = { title: 'Queue', figures: [{ what: 'wait', value: 1.5, unit: 'ms', how: 'measured' }] }
  expect(withSections(page, [section])).toBe(`${page}
## Queue

| what | bar | measured |
|---|---|---|
| wait |  | 1.50 ms |
`)
})

test('docs/benchmarks.md has a table for each section that the benchmark writes', () => {
  const benchmarks = readFileSync(join(productRoot, 'docs/benchmarks.md'), 'utf8')
  const figures = [{ what: 'new', value: 1, unit: 'ms', how: 'measured' }]
  for (const title of ['Engine, 1,000 tools', 'Cold start', 'Language server', 'Simulation', 'Server']) {
    const written = withSections(benchmarks, [{ title, figures }])
    expect([title, written.split('\n## ').length]).toEqual([title, benchmarks.split('\n## ').length])
  }
})
