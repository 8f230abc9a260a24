import { utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { MemoryTree } from '../input/memory-tree.ts'
import { pureHost } from '../pure-host.ts'
import { testSettings, workspace } from '../testing/workspace.ts'
import type { Hypothesis } from './changes.ts'
import { WhatIf, type Impact } from './what-if.ts'

const project = workspace`
  === project/tools/demo/t.py
  __version__ = "1.0.0"
  __executor_id__ = «"rt/py"»
  === project/tools/demo/u.yaml
  version: "1.5.0"
  executor_id: rt/py
  === project/tools/demo/v.yaml
  executor_id: rt/sh
  config_resolve: {path: web.yaml}
  === project/tools/demo/lib.py
  x = 1
  === project/tools/rt/py.yaml
  tool_type: runtime
  version: "1.0.0"
  executor_id: rye/core/primitives/execute
  child_constraints: {min_version: "1.0.0", max_version: "1.9.0"}
  config: {command: "\${PYTHON:-python3}", args: ["{tool_path}"]}
  === user/tools/demo/w.yaml
  executor_id: rt/sh
  === user/tools/demo/t.py
  __version__ = "1.0.0"
  __executor_id__ = "rt/sh"
  === user/config/web.yaml
  size: 1
  === system/tools/rt/sh.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  config: {command: sh, args: ["{tool_path}"]}
  === /project/.env
  REGION=eu
`

function whatIf(): WhatIf {
  const tree = new MemoryTree()
  for (const [path, text] of Object.entries(project.files))
    tree.write(path, typeof text === 'string' ? utf8ToBytes(text) : text)
  return new WhatIf(testSettings, tree, pureHost)
}

function affected(hypothesis: Hypothesis): Extract<Impact, { kind: 'possible' }>['affected'] {
  const impact = whatIf().impact(hypothesis)
  if (impact.kind === 'impossible') throw new Error(impact.because)
  return impact.affected
}

const idsOf = (hypothesis: Hypothesis): readonly string[] =>
  affected(hypothesis)
    .map(({ item_id, change }) => `${item_id} ${change}`)
    .sort()

test('deleting a runtime breaks the chains of its tools, with the place that names it', () => {
  const found = affected({ kind: 'delete', item_id: 'rt/py' })
  expect(found.map(({ item_id, change, ready }) => [item_id, change, ready.before, ready.after]).sort()).toEqual([
    ['demo/t', 'changed', true, false],
    ['demo/u', 'changed', true, false],
    ['rt/py', 'removed', true, null],
  ])
  expect(found.find(({ item_id }) => item_id === 'demo/t')).toMatchObject({
    aspects: ['chain', 'verdict', 'environment', 'values', 'command'],
    cause: {
      aspect: 'chain',
      what: 'chain 2',
      before: 'rt/py (project)',
      after: null,
      at: { ...project.marks[0], from: { line: 2, column: 19 } },
    },
  })
})

test('deleting a file that shadows another leaves the item with another chain', () => {
  const [item, ...others] = affected({ kind: 'delete', item_id: 'demo/t' })
  expect(others).toEqual([])
  expect(item).toMatchObject({
    item_id: 'demo/t',
    space: 'user',
    path: '/user/.ai/tools/demo/t.py',
    change: 'changed',
    cause: { what: 'chain 1', before: 'demo/t (project)', after: 'demo/t (user)' },
  })
})

test('R4.3: a version outside the constraints changes the verdict, and one inside changes nothing', () => {
  const [item, ...others] = affected({ kind: 'bump', item_id: 'demo/u', version: '2.0.0' })
  expect(others).toEqual([])
  expect(item).toMatchObject({
    item_id: 'demo/u',
    ready: { before: true, after: false },
    aspects: ['verdict', 'environment', 'values', 'command'],
  })
  expect(item?.cause).toMatchObject({
    what: 'demo/u → rt/py: version',
    before: 'ok',
    after: 'failed',
    at: { path: '/project/.ai/tools/demo/u.yaml' },
  })
  expect(affected({ kind: 'bump', item_id: 'demo/t', version: '1.9.0' })).toEqual([])
})

test('renaming changes the references, so the chains differ only in the name', () => {
  const found = affected({ kind: 'rename', from: 'rt/py', to: 'rt/python' })
  expect(found.map(({ item_id, change, ready }) => [item_id, change, ready.after]).sort()).toEqual([
    ['demo/t', 'changed', true],
    ['demo/u', 'changed', true],
    ['rt/py', 'removed', null],
    ['rt/python', 'added', true],
  ])
})

test('a changed variable, config layer or tool affects the expected items, and so does a new file that shadows another', () => {
  const change = (path: string, text: string | null): Hypothesis => ({ kind: 'files', texts: { [path]: text } })
  const variable = affected(change('/project/.env', 'REGION=us\n'))
  expect(variable).toHaveLength(6)
  expect(variable[0]).toMatchObject({
    aspects: ['environment'],
    cause: { what: '$REGION', before: null, after: null, at: { path: '/project/.env', start: 7 } },
  })
  const [config, ...others] = affected(change('/project/.ai/config/web.yaml', 'size: 2\n'))
  expect(others).toEqual([])
  expect(config).toMatchObject({
    item_id: 'demo/v',
    cause: { aspect: 'values', what: 'config.size', at: { path: '/project/.ai/config/web.yaml', start: 6 } },
  })
  expect(idsOf(change('/project/.ai/tools/rt/sh.yaml', 'executor_id: null\n'))).toEqual([
    'demo/v changed',
    'rt/sh changed',
  ])
  expect(idsOf(change('/project/.ai/tools/demo/v.yaml', 'x: 1\n'))).toEqual(['demo/v removed'])
  expect(idsOf(change('/project/.ai/tools/demo/lib.py', '__executor_id__ = "rt/py"\n'))).toEqual(['demo/lib added'])
  expect(
    idsOf(change('/project/.ai/tools/demo/t.py', `# more\n${String(project.files['/project/.ai/tools/demo/t.py'])}`)),
  ).toEqual([])
})

test('dropping a space removes its items and changes those that use it', () => {
  expect(idsOf({ kind: 'drop', space: 'user' })).toEqual(['demo/v changed', 'demo/w removed'])
  expect(idsOf({ kind: 'drop', space: 'system' })).toEqual(['demo/v changed', 'demo/w changed', 'rt/sh removed'])
})

test('another dialect or another world affects the items that depend on it', () => {
  expect(idsOf({ kind: 'settings', settings: { dialect: 'lilux' } }).length).toBeGreaterThan(3)
  const world = { ...testSettings.world, environ: { ...testSettings.world.environ, PYTHON: '/usr/bin/python3' } }
  const [first] = affected({ kind: 'settings', settings: { world } })
  expect(first).toMatchObject({ item_id: 'demo/t', aspects: ['environment', 'command'], cause: { what: '$PYTHON' } })
})

test.for<{ hypothesis: Hypothesis; because: RegExp }>([
  { hypothesis: { kind: 'delete', item_id: 'demo/tt' }, because: /No item has the ID “demo\/tt”.*demo\/t/ },
  { hypothesis: { kind: 'rename', from: 'rt/py', to: 'demo/t' }, because: /already exists/ },
  { hypothesis: { kind: 'rename', from: 'rt/sh', to: 'rt/x' }, because: /read-only/ },
  { hypothesis: { kind: 'bump', item_id: 'demo/v', version: '2.0.0' }, because: /declares no version/ },
])('an impossible change has a reason: $hypothesis.kind', ({ hypothesis, because }) => {
  const impact = whatIf().impact(hypothesis)
  expect(impact.kind === 'impossible' && impact.because).toMatch(because)
})

test('a question has no effect on the project: the next answer is about the unchanged project', () => {
  const asked = whatIf()
  const first = asked.impact({ kind: 'bump', item_id: 'demo/u', version: '2.0.0' })
  asked.impact({ kind: 'drop', space: 'project' })
  expect(asked.impact({ kind: 'bump', item_id: 'demo/u', version: '2.0.0' })).toEqual(first)
  expect(asked.workspace.file('/project/.ai/tools/demo/u.yaml')?.text).toContain('1.5.0')
})
