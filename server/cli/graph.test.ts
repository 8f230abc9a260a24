import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Log } from 'sarif'
import type { GraphPicture } from '#core/graph'
import type { WalkTestReport } from '#core/expect'
import type { GraphReach } from '#core/run'
import { exampleFolder, ryeChain } from '../testing/directories.ts'

// Inspects a graph and tests its walks from the command line, without running anything (R16.8).

const project = ['--dir', 'project'] as const

test('graph shows nodes, edges, commands, the worst case and the walks', async () => {
  const cwd = exampleFolder('graph-pipeline')
  const { code, out } = await ryeChain(cwd, 'graph', 'flows/publish', ...project, '--params', '{"text": "a b c"}')
  expect(code).toBe(0)
  expect(out).toContain('flows/publish: starts at count')
  expect(out).toMatch(/long_enough {2}gate\n {4}-> title when .+\n {4}-> too_short/)
  expect(out).toContain('A graph with at most 4 steps and at most 2 calls.')
  expect(out).toContain('flows/publish: title  tool:text/title  (asks again: depends on state.words)')
  expect(out).toContain('2 walks, 0 failed')
})

test('graph reports a missing parameter only if parameters are passed', async () => {
  const cwd = exampleFolder('graph-pipeline')
  const without = await ryeChain(cwd, 'graph', 'flows/publish', ...project)
  expect([without.code, without.err]).toEqual([0, ''])
  expect(without.out).not.toContain('parameter-invalid')
  expect(without.out).not.toContain('is refused')
  expect(without.out).toContain('tool:text/count  (asks again: depends on the parameters (pass --params))')
  const empty = await ryeChain(cwd, 'graph', 'flows/publish', ...project, '--params', '{}')
  expect([empty.code, empty.out]).toEqual([0, expect.stringContaining('tool:text/count  is refused: ')])
})

test('graph --json prints the nodes, the commands and the walks as one document', async () => {
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

test('a graph with errors causes exit code 1, and any other item exit code 2', async () => {
  const { code, out } = await ryeChain(exampleFolder('graph-repair'), 'graph', 'flows/broken', ...project)
  expect([code, out]).toEqual([1, expect.stringContaining('sumary')])
  const cwd = exampleFolder('graph-pipeline')
  expect((await ryeChain(cwd, 'graph', 'text/count', ...project)).code).toBe(2)
  expect((await ryeChain(cwd, 'graph', 'missing', ...project)).code).toBe(2)
})

test('check runs the walks of a project, lists the edges that no walk took, and reports failed walks in each format', async () => {
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
  expect(bad.out).toContain('differs from its test: count@1.1 calls tool:text/count: no pin matches.')
  expect(bad.out).toContain('2 walks, 1 failed')
  const json = await ryeChain(cwd, 'check', ...project, '--json')
  expect([json.code, json.json<{ walks: WalkTestReport }>().walks.tests.length]).toEqual([1, 2])
  const sarif = await ryeChain(cwd, 'check', ...project, '--format', 'sarif')
  expect(sarif.code).toBe(1)
  expect(sarif.json<Log>().runs[0]?.results).toContainEqual(
    expect.objectContaining({
      ruleId: 'graph-walk-differs',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'project/.ai/walks/wrong.yaml', uriBaseId: '%SRCROOT%' },
            region: { startLine: 3, startColumn: 18, endLine: 3, endColumn: 27 },
          },
          logicalLocations: [{ fullyQualifiedName: 'flows/publish', kind: 'module' }],
        },
      ],
    }),
  )
  const github = await ryeChain(cwd, 'check', ...project, '--format', 'github')
  expect(github.out).toMatch(/^::error file=project\/\.ai\/walks\/wrong\.yaml,line=3,.*title=graph-walk-differs::/m)
  const junit = await ryeChain(cwd, 'check', ...project, '--format', 'junit')
  expect(junit.out).toContain('<testsuite name="rye-chain walks" tests="2" failures="1">')
  expect(junit.out).toContain(
    '<testcase classname="flows/publish" name="project/.ai/walks/long.yaml" file="project/.ai/walks/long.yaml"/>',
  )
  expect(junit.out).toMatch(
    /name="project\/\.ai\/walks\/wrong\.yaml" file="[^"]+">\s*<failure type="graph-walk-differs"/,
  )
})

test('a walk finding can be suppressed, baselined, and excluded by an item filter, like other findings', async () => {
  const wrong = 'graph: flows/publish\npins: [{at: count, result: {words: 1}}]\nexpect: {path: [count]}'
  const path = 'project/.ai/walks/wrong.yaml'
  const cwd = exampleFolder('graph-pipeline', { [path]: `${wrong}\n` })
  expect((await ryeChain(cwd, 'check', ...project)).code).toBe(1)
  expect((await ryeChain(cwd, 'check', ...project, '--item', 'text/*')).code).toBe(0)
  expect((await ryeChain(cwd, 'check', ...project, '--item', 'flows/*')).code).toBe(1)
  await ryeChain(cwd, 'check', ...project, '--write-baseline', 'known.json')
  expect((await ryeChain(cwd, 'check', ...project, '--baseline', 'known.json')).code).toBe(0)
  const allowed = `${wrong} # rye-chain: allow graph-walk-differs because it is fixed next week\n`
  writeFileSync(join(cwd, path), allowed)
  const { code, json } = await ryeChain(cwd, 'check', ...project, '--json')
  expect([code, json<{ suppressed: number }>().suppressed]).toEqual([0, 1])
})

test('an error outside all items is counted in the verdict and fails the check', async () => {
  const cwd = exampleFolder('graph-pipeline', { 'project/.ai/walks/lost.yaml': 'expect: {path: [count]}\n' })
  const { code, out } = await ryeChain(cwd, 'check', ...project, '--color', 'always')
  expect(code).toBe(1)
  expect(out).toMatch(/\x1b\[31m[^\n]* items?, 0 with errors and 1 error without an item, /)
})

test('a graph that cannot be parsed is reported with its syntax error', async () => {
  const cwd = exampleFolder('graph-pipeline', { 'project/.ai/tools/flows/publish.yaml': 'tool_type: graph\n}\n' })
  const { code, out, err } = await ryeChain(cwd, 'graph', 'flows/publish', ...project)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^flows\/publish is not a state graph\. \S.*publish\.yaml/)
  expect((await ryeChain(cwd, 'graph', 'text/count', ...project)).err).toMatch(/^text\/count is not a state graph\.\n/)
})
