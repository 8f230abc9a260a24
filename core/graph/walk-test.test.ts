import { expect, test } from 'vitest'
import { pureHost } from '../pure-host.ts'
import { plain } from '../read/located.ts'
import { isDict, type Dict, type Value } from '../read/value/value.ts'
import { readYaml } from '../read/yaml/read.ts'
import { edgeCoverage } from './coverage.ts'
import { pinnedInfluence } from './influence.ts'
import { readWalkFile, runWalkTest, type WalkTestResult } from './walk-test.ts'

// A saved walk with pins and expectations is a file, and running it makes no calls.

function yaml(text: string): Value {
  const reading = readYaml('test.yaml', text)
  if (reading.kind !== 'document' || !reading.document) throw new Error('the YAML of a test is wrong')
  return plain(reading.document)
}

function dict(value: Value): Dict {
  if (!isDict(value)) throw new Error('must be a mapping')
  return value
}

const graph = dict(
  yaml(`
permissions: ["*"]
config:
  start: fetch
  on_error: continue
  nodes:
    fetch:
      action: {item_id: tool:fetch, params: {page: "\${state.page || inputs.page}"}}
      assign: {page: "\${result.next}", own: 1}
      on_error: sorry
      next:
        - {to: fetch, when: {path: state.page, op: exists}}
        - {to: each}
    each: {type: foreach, over: [a, b], action: {item_id: tool:store, params: {p: "\${item}"}}, collect: kept, next: done}
    sorry: {type: gate, next: done}
    done: {type: return, output: {kept: "\${state.kept | length}", own: "\${state.own}"}}
`),
)

function run(text: string): WalkTestResult {
  const { test: read, problems } = readWalkFile('test.yaml', text)
  if (!read) throw new Error(problems.map(({ message }) => message).join('\n'))
  return runWalkTest(read, graph, pureHost)
}

const happy = `
graph: flows/pages
inputs: {page: 1}
pins:
  - {at: fetch@1, result: {next: 2}}
  - {at: fetch, result: {next: null}}
  - {at: "each[1]", error: full}
  - {at: each, result: {id: 7}}
expect:
  ending: completed_with_errors
  path: [fetch, fetch, each, done]
  output: {kept: 2, own: 1}
  state: {own: 1, page: null}
`

test('the best-matching pins win, and the walk passes', () => {
  const result = run(happy)
  expect(result.differences).toEqual([])
  expect(result).toMatchObject({ passed: true, unused: [] })
  expect(result.walk.records.flatMap(({ calls }) => calls.map(({ pinned }) => pinned))).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test('each difference is reported, including a call without a pin', () => {
  const text = happy.replace('  - {at: each, result: {id: 7}}\n', '').replace('own: 1, page', 'own: 2, page')
  const { passed, differences } = run(text)
  expect(passed).toBe(false)
  expect(differences).toEqual([
    { words: 'each@1.1[0] calls tool:store: no pin matches', at: ['pins'] },
    { words: 'state.own: 1 instead of 2', at: ['expect', 'state', 'own'] },
  ])
})

test('a pin of another action is stale, and an unused pin is reported', () => {
  const { differences, unused } = run(`
graph: flows/pages
pins:
  - {at: fetch, digest: "${'0'.repeat(64)}", result: {}}
  - {at: missing, result: {}}
expect: {path: [fetch, sorry, done]}
`)
  expect(differences).toEqual([
    { words: 'fetch@1.1 calls tool:fetch: the pin belongs to another action', at: ['pins', 0, 'digest'] },
  ])
  expect(unused).toEqual(['missing'])
})

test('each edge is listed with the number of times that the walk took it', () => {
  const covered = edgeCoverage(graph, run(happy).walk.records)
  expect(covered.map(({ from, to, kind, taken }) => `${from} ${kind} ${to} ${taken}`)).toEqual([
    'fetch next fetch 1',
    'fetch next each 1',
    'fetch on_error sorry 0',
    'each next done 1',
    'sorry next done 0',
  ])
})

test('only keys, calls and outputs that depend on pins are listed', () => {
  const { walk } = run(happy)
  const influence = pinnedInfluence(walk.records, (node) => (node === 'each' ? 'kept' : null))
  expect([...influence.keys].sort()).toEqual(['_last_error', 'kept', 'page'])
  expect(influence.pinned).toEqual(['fetch@1.1', 'fetch@2.1', 'each@1.1[0]', 'each@1.1[1]'])
  expect(influence).toMatchObject({ fed: [], output: true })
})

test.for([
  ['[]', ['The walk test is not a mapping.']],
  ['{pins: []}', ['The walk test has no `graph`.']],
  ['{graph: a, pins: {}}', ['`pins` of the walk test is not a list.']],
  ['{graph: a, pins: [{at: x}]}', ['Pin 1 has none of the keys result, error, raw.']],
  [
    '{graph: a, expect: {endng: failed, path: a}}',
    [
      'Unknown key `endng` in `expect` of the walk test.',
      '`path` of `expect` of the walk test is not a list of strings.',
    ],
  ],
  ['{graph: a, expect: {ending: done}}', ['`ending` of `expect` of the walk test has the invalid value done.']],
  ['{graph: a, now: soon}', ['`now` of the walk test is not a whole number.']],
] as const)('%s is not a walk test, because of the problems %j', ([text, messages]) => {
  const { test: read, problems } = readWalkFile('test.yaml', text)
  expect(read).toBeNull()
  expect(problems.map(({ message }) => message)).toEqual(messages)
})
