import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GraphPicture, GraphReach, WalkTestReport } from '#core'
import { exampleFolder, ryeChain } from './testing/directories.ts'

// R16.8 at a desk: a graph is looked at, and its walks are tests, without anything being run.

const project = ['--dir', 'project'] as const

test('graph shows nodes, ways, commands, the worst case and the walks', async () => {
  const cwd = exampleFolder('graph-pipeline')
  const { code, out } = await ryeChain(cwd, 'graph', 'flows/publish', ...project, '--params', '{"text": "a b c"}')
  expect(code).toBe(0)
  expect(out).toContain('flows/publish: starts at count')
  expect(out).toMatch(/long_enough {2}gate\n {4}-> title when .+\n {4}-> too_short/)
  expect(out).toContain('A graph of at most 4 steps and at most 2 calls.')
  expect(out).toContain('flows/publish: title  tool:text/title  (asks again: the walk fills in state.words)')
  expect(out).toContain('2 walks, 0 failed')
})

test('graph --json is one document with the same facts', async () => {
  const cwd = exampleFolder('graph-in-graph')
  const { code, json } = await ryeChain(cwd, 'graph', 'flows/site', ...project, '--json')
  const { picture, reach, walks } = json<{ picture: GraphPicture; reach: GraphReach; walks: WalkTestReport }>()
  expect(code).toBe(0)
  expect(picture.nodes.map(({ name }) => name)).toEqual(['each', 'done'])
  expect(reach.commands.map(({ graph, node }) => `${graph}/${node}`)).toEqual([
    'flows/page/render',
    'flows/page/render',
  ])
  expect(walks.tests.map(({ graph }) => graph)).toEqual(['flows/site'])
})

test('a graph with errors is exit code 1, what is no graph 2', async () => {
  const { code, out } = await ryeChain(exampleFolder('graph-repair'), 'graph', 'flows/broken', ...project)
  expect([code, out]).toEqual([1, expect.stringContaining('sumary')])
  const cwd = exampleFolder('graph-pipeline')
  expect((await ryeChain(cwd, 'graph', 'text/count', ...project)).code).toBe(2)
  expect((await ryeChain(cwd, 'graph', 'nobody', ...project)).code).toBe(2)
})

test('check runs the walks of a project and names the edges that none of them took', async () => {
  const cwd = exampleFolder('graph-pipeline')
  const good = await ryeChain(cwd, 'check', ...project)
  expect([good.code, good.out]).toEqual([
    0,
    expect.stringContaining('2 walks, 0 failed\n  flows/publish: 4 of 4 edges taken'),
  ])
  rmSync(join(cwd, 'project/.ai/walks/short.yaml'))
  expect((await ryeChain(cwd, 'check', ...project)).out).toContain('never long_enough -> too_short (next 2)')
  writeFileSync(
    join(cwd, 'project/.ai/walks/wrong.yaml'),
    'graph: flows/publish\ninputs: {text: x}\nexpect: {ending: completed}\n',
  )
  const bad = await ryeChain(cwd, 'check', ...project)
  expect(bad.code).toBe(1)
  expect(bad.out).toContain('walk project/.ai/walks/wrong.yaml: count@1.1 calls tool:text/count: no pin fits')
  const json = await ryeChain(cwd, 'check', ...project, '--json')
  expect([json.code, json.json<{ walks: WalkTestReport }>().walks.tests.length]).toEqual([1, 2])
  const sarif = await ryeChain(cwd, 'check', ...project, '--format', 'sarif')
  expect([sarif.code, typeof sarif.json()]).toEqual([1, 'object'])
  expect(sarif.err).toContain('wrong.yaml')
})
