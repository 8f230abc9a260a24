import { test } from 'vitest'
import { expectOffers, type FixRow } from '../../testing/fixes.ts'
import { workspace, type TestFiles } from '../../testing/workspace.ts'

const io = (outputs: string): TestFiles => workspace`
  === project/tools/t.${outputs.includes('=') ? 'py' : 'yaml'}
  ${outputs}
  === project/tools/run.yaml
  executor_id: rye/core/primitives/execute
  inputs: [a, b, c]
  config: {command: ls}
`

const limited = (version: string, constraints: string): TestFiles => workspace`
  === project/tools/t.yaml
  ${version}
  executor_id: run
  === project/tools/run.yaml
  executor_id: rye/core/primitives/execute
  child_constraints: ${constraints}
  config: {command: ls}
`

const rows: readonly FixRow[] = [
  ...[
    'executor_id: run\noutputs: [a]',
    'executor_id: run\noutputs: ["a",]',
    'executor_id: run\noutputs:\n- a\n',
    'executor_id: run\noutputs:\n  - x\n  - a',
    '__executor_id__ = "run"\nOUTPUTS = ["a"]',
    '__executor_id__ = "run"\nOUTPUTS = [\n  "a",\n]',
    '__executor_id__ = "run"\n__outputs__ = ("a",)',
  ].map((text) => ({
    name: `missing outputs: ${JSON.stringify(text)}`,
    files: io(text),
    offers: ['Add b, c to the outputs of t', 'Remove b, c from the inputs of run'],
    ready: 'Add b, c to the outputs of t',
  })),
  {
    name: 'a version that is too low',
    files: limited('version: "1.0.0"', '{min_version: "2.0.0"}'),
    offers: ['Set the version of t to 2.0.0', 'Set min_version of run to 1.0.0'],
    ready: 'Set the version of t to 2.0.0',
  },
  {
    name: 'a version that is too high for this child',
    files: limited('version: 3', '{t: {max_version: "2.0.0"}}'),
    offers: ['Set the version of t to 2.0.0', 'Set max_version of run to 3'],
    ready: 'Set max_version of run to 3',
  },
  {
    name: 'a missing version with a version constraint',
    files: limited('category: demo', '{min_version: "1.0.0"}'),
    offers: ['Declare version 1.0.0 for t'],
  },
]

test.for(rows)('the expected fixes are offered for $name', expectOffers)
