import { expect, test } from 'vitest'
import type { Analysis } from './answer/analysis.ts'
import { describe } from './diagnostics/describe.ts'
import { otherProse } from './diagnostics/prose-part.ts'
import { graphFindings } from './graph/diagnose.ts'
import { graphChecks } from './graph/graph-part.ts'
import { graphRuntime } from './graph/graph-runtime.ts'
import { purePorts } from './input/host.ts'
import { Parts } from './parts.ts'
import { everyPart } from './pure-host.ts'
import { characterNames } from './read/python/character-part.ts'
import { namedCharacter } from './read/python/character-names.ts'
import { jsParser } from './read/javascript/js-part.ts'
import { parseJs } from './read/javascript/js-parser.ts'
import { open, workspace } from './testing/workspace.ts'

const bundle = workspace`
  === /system/.ai/tools/rye/core/runtimes/node/node.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  config: { command: node, args: ["{tool_path}"], timeout: 5 }
  === project/tools/a.mjs
  export const __version__ = "1.0.0"
  export const __tool_type__ = "script"
  export const __executor_id__ = "rye/core/runtimes/node/node"
`

/** An analysis without its trace: the cache state in it differs between the first and the second analysis. */
const withoutTrace = (analysis: Analysis): Analysis => ({ ...analysis, trace: [] })

test('an answer lists its missing part, does not run, and is complete after that part loads', () => {
  const parts = new Parts().bring(otherProse, everyPart.get(otherProse)!)
  const { workspace, analyze } = open(bundle, {}, { ...purePorts, parts })
  const early = analyze('a')
  expect(early.lacks).toEqual(['javascript'])
  expect(early.status).toBe('refused')
  expect(early.diagnostics.filter(({ code }) => code === 'metadata-syntax')).toEqual([])

  parts.bring(jsParser, parseJs)
  workspace.clear()
  expect(withoutTrace(analyze('a'))).toEqual(withoutTrace(open(bundle).analyze('a')))
  expect(analyze('a').status).toBe('ready')
})

test.for([
  ['a.py', '__version__ = "\\N{DIGIT ONE}.0.0"\n__executor_id__ = "rye/core/primitives/execute"\n'],
  ['a.sh', '# __version__ = "\\N{DIGIT ONE}.0.0"\n# __executor_id__ = "rye/core/primitives/execute"\n'],
] as const)('%s is not read while the character names are loading', ([name, text]) => {
  const parts = new Parts().bring(otherProse, everyPart.get(otherProse)!)
  const { workspace, analyze } = open({ files: { [`/project/.ai/tools/${name}`]: text } }, {}, { ...purePorts, parts })
  expect(analyze('a')).toMatchObject({ lacks: ['characters'], status: 'refused' })
  parts.bring(characterNames, namedCharacter)
  workspace.clear()
  expect(analyze('a').chain[0]?.version).toBe('1.0.0')
  expect(analyze('a').lacks).toBeUndefined()
})

test('a plan is not ready while the graph checks are loading', () => {
  const graph = workspace`
    === /system/.ai/tools/rye/core/runtimes/state-graph/runtime.yaml
    tool_type: runtime
    executor_id: rye/core/primitives/execute
    config: { command: python3, args: ["{tool_path}"], timeout: 5 }
    === project/tools/g.yaml
    version: "1.0.0"
    tool_type: graph
    executor_id: ${graphRuntime}
    config:
      start: a
      nodes: { a: { type: return } }
  `
  const parts = new Parts().bring(otherProse, everyPart.get(otherProse)!)
  const { analyze } = open(graph, {}, { ...purePorts, parts })
  const early = analyze('g')
  expect([early.status, early.plan === null, early.lacks]).toEqual(['refused', false, ['graphs']])
  parts.bring(graphChecks, graphFindings)
  expect(withoutTrace(analyze('g'))).toEqual(withoutTrace(open(graph).analyze('g')))
})

test('a message is the diagnostic code until the prose is loaded', () => {
  const parts = new Parts()
  const finding = { code: 'item-id-missing', at: null } as const
  expect(describe(finding, parts)).toEqual({ message: 'item-id-missing', hint: '' })
  expect(parts.lacking).toEqual(['prose'])
  expect(describe(finding, everyPart).message).toBe('This element has no item ID.')
})

test('a host with all parts reports no missing part', () => {
  for (const part of [jsParser, characterNames, graphChecks, otherProse])
    expect(everyPart.get<unknown>(part)).toBeDefined()
  expect(everyPart.lacking).toEqual([])
  expect(open(bundle).analyze('a').lacks).toBeUndefined()
})
