import { expect, test } from 'vitest'
import { open, workspace } from '../testing/workspace.ts'
import { candidateTables, type CandidateTable } from './candidates.ts'

const files = workspace`
  === project/tools/t.py
  __version__ = "1.0.0"
  __executor_id__ = "run/py"
  === user/tools/t.py
  __executor_id__ = "other"
  === user/tools/t.yaml
  executor_id: other
  === /system/.ai/tools/run/py.yaml
  version: "1.0.0"
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  === project/tools/rye/core/primitives/execute.yaml
  executor_id: null
`

const rows = ({ candidates }: CandidateTable): readonly unknown[] =>
  candidates.map(({ space, path, verdict }) => [space, path, verdict])

test('R1: a table lists each search place, its files and the outcome', () => {
  const { workspace: here, analyze } = open(files)
  const tables = candidateTables(here, analyze('t'))
  expect(tables.map(({ item_id, named_by }) => [item_id, named_by])).toEqual([
    ['t', null],
    ['run/py', 't'],
    ['rye/core/primitives/execute', 'run/py'],
  ])
  const [tool, runtime, primitive] = tables.map(rows)
  expect(tool).toEqual([
    ['project', '/project/.ai/tools/t.py', 'won'],
    ['user', '/user/.ai/tools/t.py', 'shadowed'],
    ['user', '/user/.ai/tools/t.yaml', 'shadowed'],
    ['system:core', null, 'nothing'],
    ['system:more', null, 'nothing'],
  ])
  expect(runtime?.[2]).toEqual(['system:core', '/system/.ai/tools/run/py.yaml', 'won'])
  // R1.2: a system element does not see a project item with the same ID.
  expect(primitive?.[0]).toEqual(['project', '/project/.ai/tools/rye/core/primitives/execute.yaml', 'out-of-reach'])
  expect(primitive?.at(-1)).toEqual(['system', null, 'won'])
})

test('the winner of every table is in the chain', () => {
  const { workspace: here, analyze } = open(files)
  const analysis = analyze('t')
  for (const [index, { candidates }] of candidateTables(here, analysis).entries()) {
    const won = candidates.filter(({ verdict }) => verdict === 'won')
    expect(won.map(({ path }) => path)).toEqual([analysis.chain[index]?.path])
  }
})

test('a table includes the shadowed extension when one place has two (R1.3)', () => {
  const { workspace: here, analyze } = open(workspace`
    === project/tools/t.py
    __executor_id__ = "none"
    === project/tools/t.sh
    # __executor_id__ = "none"
  `)
  const [tool, missing] = candidateTables(here, analyze('t'))
  expect(tool && rows(tool).slice(0, 2)).toEqual([
    ['project', '/project/.ai/tools/t.py', 'won'],
    ['project', '/project/.ai/tools/t.sh', 'other-extension'],
  ])
  expect(missing?.candidates.every(({ verdict }) => verdict === 'nothing')).toBe(true)
  expect([missing?.item_id, missing?.candidates[0]?.looked_in]).toEqual(['none', '/project/.ai/tools'])
})

test('an ID that is not valid has no table', () => {
  const { workspace: here, analyze } = open(files)
  expect(candidateTables(here, analyze('../t'))).toEqual([])
})
