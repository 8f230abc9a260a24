import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { expectOffers, fixesOf, type FixRow } from '../../testing/fixes.ts'
import { workspace } from '../../testing/workspace.ts'

const rows: readonly FixRow[] = [
  {
    name: 'an executor that is misspelled',
    files: workspace`
      === project/tools/t.py
      __executor_id__ = "demo/rum"
      === project/tools/demo/run.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: ['Change the executor to demo/run', 'Create demo/rum as a runtime in the project'],
    ready: 'Change the executor to demo/run',
  },
  {
    name: 'an executor out of reach',
    files: workspace`
      === user/tools/t.py
      __executor_id__ = "run"
      === project/tools/run.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: ['Move t to the project space'],
    ready: 'Move t to the project space',
  },
  {
    name: 'an item that is misspelled',
    item: 'demo/tol',
    files: workspace`
      === project/tools/demo/tool.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: ['Analyze demo/tool', 'Rename demo/tool to demo/tol'],
    ready: 'Analyze demo/tool',
  },
  {
    name: 'a primitive of another dialect',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/subprocess
      config: {command: ls}
    `,
    offers: ['Change the dialect to lilux', 'Change the executor to rye/core/primitives/execute'],
    ready: 'Change the executor to rye/core/primitives/execute',
  },
  {
    name: 'a runtime of kiwi in lilux',
    settings: { dialect: 'lilux' },
    files: workspace`
      === project/tools/t.py
      __executor_id__ = "node_runtime"
      === system/tools/rye/core/runtimes/node_runtime.yaml
      executor_id: rye/core/primitives/subprocess
      config: {command: ls}
    `,
    offers: ['Change the executor to rye/core/runtimes/node_runtime'],
    ready: 'Change the executor to rye/core/runtimes/node_runtime',
  },
  {
    name: 'an interpreter type of another dialect',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      env_config:
        interpreter:
          type: venv_python
          venv_path: .venv
          var: PY
          fallback: python3
      config: {command: "\${PY}"}
    `,
    offers: ['Write the interpreter for lillux', 'Change the dialect to kiwi'],
    ready: 'Write the interpreter for lillux',
  },
  {
    name: 'an executor from the system space of another dialect',
    files: {
      files: {
        '/project/.ai/tools/t.yaml': 'executor_id: rye/core/runtimes/run\nconfig: {command: ls}',
        '/system/ryeos-core/.ai/tools/rye/core/runtimes/run.yaml': 'executor_id: rye/core/primitives/execute',
        '/system/ryeos-lilux/.ai/tools/rye/other.yaml': 'executor_id: rye/core/primitives/subprocess',
      },
      marks: [],
    },
    settings: {
      dialect: 'lilux',
      systems: [{ bundle_id: 'ryeos-lilux', version: '1.0.0', root: '/system/ryeos-lilux' }],
    },
    offers: ['Change the dialect to lillux'],
    ready: 'Change the dialect to lillux',
  },
  {
    name: 'an executor that is not a valid ID',
    files: workspace`
      === project/tools/t.py
      __executor_id__ = 5
      CONFIG = {"command": "ls"}
    `,
    offers: ['Set the executor of t to rye/core/primitives/execute'],
    ready: 'Set the executor of t to rye/core/primitives/execute',
  },
  ...['t.py', 't.yaml', 't.mjs'].map((name) => ({
    name: `no executor at all in ${name}`,
    files: { files: { [`/project/.ai/tools/${name}`]: '' }, marks: [] },
    offers: ['Set the executor of t to rye/core/primitives/execute'],
  })),
  {
    name: 'a cycle',
    files: workspace`
      === project/tools/t.yaml
      executor_id: run
      === project/tools/run.yaml
      executor_id: t
      config: {command: ls}
    `,
    offers: ['Set the executor of run to rye/core/primitives/execute'],
    ready: 'Set the executor of run to rye/core/primitives/execute',
  },
  {
    name: 'a shadow with a broken executor',
    files: workspace`
      === user/tools/t.yaml
      executor_id: run
      === user/tools/run.yaml
      executor_id: demo/nothing/like/it
      === system/tools/run.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: [
      'Delete /user/.ai/tools/run.yaml, which shadows /system/.ai/tools/run.yaml',
      'Rename run so that it no longer shadows /system/.ai/tools/run.yaml',
    ],
    ready: 'Rename run so that it no longer shadows /system/.ai/tools/run.yaml',
  },
  {
    name: 'a space violation',
    settings: { search: 'global' },
    files: workspace`
      === user/tools/t.yaml
      executor_id: run
      === project/tools/run.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
      === system/tools/run.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: [
      'Move t to the project space',
      'Search from the space of each element (scoped)',
      'Delete /project/.ai/tools/run.yaml, which shadows /system/.ai/tools/run.yaml',
    ],
    ready: 'Search from the space of each element (scoped)',
  },
]

test.for(rows)('the expected fixes are offered for $name', expectOffers)

test('an executor of another dialect: the hint names the counterpart, and no fix creates a file', () => {
  const files = workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/subprocess
  `
  const { here, fixes } = fixesOf({ files })
  const [finding] = analyze(here, { item_id: 't', parameters: '{}' }).diagnostics
  expect(finding?.hint).toBe(
    '"rye/core/primitives/subprocess" belongs to lilux. In lillux, it is "rye/core/primitives/execute".',
  )
  expect(fixes.filter(({ changes }) => changes.some(({ kind }) => kind === 'create'))).toEqual([])
})
