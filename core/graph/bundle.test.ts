import { expect, test } from 'vitest'
import { analyze } from '../answer/analyze.ts'
import { workspaceOfDraft } from '../testing/examples.ts'
import { bundleOfDialect } from '../workspace/snapshot/snapshot-workspace.ts'
import { graphRuntime } from './graph-runtime.ts'

// R16.1: the graph runtime is an ordinary file in the bundle.

const graph = `tool_type: graph
executor_id: ${graphRuntime}
permissions: [rye.execute.tool.*]
config:
  start: a
  nodes: {a: {type: return}}
`

test('a graph tool has a chain, an active anchor and a signed runtime', () => {
  const workspace = workspaceOfDraft({
    format: 1,
    name: 'a graph',
    dialect: 'lillux',
    search: 'scoped',
    dev_mode: true,
    bundle: bundleOfDialect.lillux,
    item_id: 'flows/a',
    parameters: '{}',
    files: { '/project/.ai/tools/flows/a.yaml': graph },
  })
  const analysis = analyze(workspace, { item_id: 'flows/a', parameters: '{}' })
  expect(analysis.status).toBe('ready')
  expect(analysis.chain.map(({ item_id }) => item_id)).toEqual(['flows/a', graphRuntime, 'rye/core/primitives/execute'])
  expect(analysis.anchor).toMatchObject({ active: true, source: 1 })
  expect(analysis.diagnostics.map(({ code }) => code)).not.toContain('signature-untrusted')
  expect(analysis.diagnostics.filter(({ code }) => code.startsWith('signature-')).map(({ facts }) => facts)).toEqual([
    expect.objectContaining({ path: '/project/.ai/tools/flows/a.yaml' }),
  ])
})
