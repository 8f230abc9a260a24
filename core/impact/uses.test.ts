import { expect, test } from 'vitest'
import { graphRuntime } from '../graph/graph-runtime.ts'
import { WorkspaceChecker } from '../answer/check.ts'
import { limits } from '../limits.ts'
import { open, workspace, type TestFiles } from '../testing/workspace.ts'
import type { SourceRange } from '../text/source.ts'
import { UseIndex, usersOf, type UseTarget } from './use-index.ts'

const project = workspace`
  === project/tools/demo/t.py
  __version__ = "1.0.0"
  __executor_id__ = «"rt/py"»
  CONFIG_RESOLVE = «{"path": "web.yaml"}»
  === project/tools/demo/u.yaml
  executor_id: rt/py
  env_config: {env: {WHERE: "in «\${REGION}»", SAME: "\${OTHER}"}}
  === project/tools/demo/broken.yaml
  executor_id: «rt/none»
  === project/tools/demo/flow.yaml
  tool_type: graph
  executor_id: ${graphRuntime}
  permissions: ["*"]
  config:
    start: one
    nodes:
      one: {action: {item_id: «"tool:demo/t"»}, next: end}
      end: {type: return}
  === project/tools/demo/alone.yaml
  executor_id: rye/core/primitives/execute
  config: {command: ls}
  === project/tools/demo/lib.py
  x = 1
  === user/tools/rt/py.yaml
  tool_type: runtime
  executor_id: «rye/core/primitives/execute»
  env_config: «{interpreter: {type: local_binary, binary: py, search_paths: [bin], var: PY}}»
  config: {command: "«\${PY}»", args: ["{tool_path}"]}
  === system/tools/rt/py.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  === ${`system/tools/${graphRuntime}.yaml`}
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  config: {command: walk}
  === project/config/web.yaml
  size: 1
  === system/config/web.yaml
  size: 2
  === /project/.env
  REGION=eu
  === /project/bin/py
`

const [pyByT, configOfT, region, none, calls, primitive, interpreter, py] = project.marks as readonly SourceRange[] & {
  readonly [index: number]: SourceRange
}

function found(target: UseTarget, { files }: Pick<TestFiles, 'files'> = project): readonly unknown[] {
  return usersOf(open({ files }).workspace, target).users.map(({ item_id, direct, uses }) => [
    item_id,
    direct,
    uses.map(({ kind, by, at }) => [kind, by, at && { path: at.path, start: at.start, end: at.end }]),
  ])
}

const item = (item_id: string): UseTarget => ({ kind: 'item', item_id })
const file = (path: string): UseTarget => ({ kind: 'file', path })
const variable = (name: string): UseTarget => ({ kind: 'variable', name })

test('an item is used by items that name it, and by items whose chain contains it', () => {
  const users = found(item('rt/py'))
  expect(users).toHaveLength(2)
  expect(users).toContainEqual(['demo/t', true, [['executor', 'demo/t', pyByT]]])
  expect(users).toContainEqual(['demo/u', true, [['executor', 'demo/u', expect.anything()]]])
  expect(found(item('rye/core/primitives/execute'))).toContainEqual([
    'demo/t',
    false,
    [['executor', 'rt/py', primitive]],
  ])
})

test('the items that name a missing executor use it, and a graph uses the tools that it calls', () => {
  expect(found(item('rt/none'))).toEqual([['demo/broken', true, [['executor', 'demo/broken', none]]]])
  expect(found(item('demo/t'))).toEqual([['demo/flow', true, [['call', 'demo/flow', calls]]]])
  expect(found(item('demo/alone'))).toEqual([])
})

test('a file is used as executor, config layer or found interpreter', () => {
  expect(found(file('/user/.ai/tools/rt/py.yaml')).map((user) => (user as string[])[0])).toEqual(['demo/t', 'demo/u'])
  expect(found(file('/system/.ai/tools/rt/py.yaml'))).toEqual([])
  for (const path of ['/project/.ai/config/web.yaml', '/system/.ai/config/web.yaml'])
    expect(found(file(path))).toEqual([['demo/t', true, [['config', 'demo/t', configOfT]]]])
  expect(found(file('/project/bin/py'))).toContainEqual([
    'demo/t',
    false,
    [['interpreter', 'rt/py', expect.anything()]],
  ])
})

test('an item uses a variable if it contains its placeholder, set or not, and uses .env if it uses one of its variables', () => {
  const uses = [['variable', 'demo/u', region]]
  expect(found(variable('REGION'))).toEqual([['demo/u', true, uses]])
  expect(found(file('/project/.env'))).toEqual([['demo/u', true, uses]])
  expect(found(variable('OTHER')).map((user) => (user as string[])[0])).toEqual(['demo/u'])
  expect(found(variable('PY'))).toContainEqual(['demo/t', false, [['variable', 'rt/py', py]]])
  expect(found(variable('NONE'))).toEqual([])
})

test('R6.3: items that use an interpreter also use a variable of .env that replaces the interpreter search', () => {
  const files = { ...project.files, '/project/.env': 'PY=/project/bin/py\n' }
  expect(found(file('/project/.env'), { files })).toContainEqual([
    'demo/t',
    false,
    expect.arrayContaining([['variable', 'rt/py', interpreter]]),
  ])
  expect(found(file('/project/bin/py'), { files })).toEqual([])
})

test('R7.4, R11.2: verified files and lockfiles have users', () => {
  const { files } = workspace`
    === project/tools/demo/t.yaml
    version: "1.0.0"
    executor_id: rye/core/primitives/execute
    anchor: {enabled: true, mode: always, root: tool_dir}
    verify_deps: {enabled: true, scope: anchor, recursive: true, extensions: [.py]}
    config: {command: ls}
    === project/tools/demo/lib/x.py
    === project/lockfiles/demo/t@1.0.0.lock.json
    {}
  `
  const kinds = (path: string): unknown =>
    found(file(path), { files }).map((user) => (user as [string, boolean, string[][]])[2])
  expect(kinds('/project/.ai/tools/demo/lib/x.py')).toMatchObject([
    [['dependency', 'demo/t', { path: '/project/.ai/tools/demo/t.yaml' }]],
  ])
  expect(kinds('/project/.ai/lockfiles/demo/t@1.0.0.lock.json')).toEqual([[['lockfile', 'demo/t', null]]])
})

test('the index is updated after changes, and counts the items that use each item', () => {
  const world = open(project)
  const index = new UseIndex(world.workspace)
  const checker = new WorkspaceChecker(world.workspace, {}, { resolved: index.note })
  expect(index.counts(checker.checkAll()).get('rt/py')).toBe(2)
  world.tree.remove('/project/.ai/tools/demo/t.py')
  world.write('/project/.ai/tools/demo/new.yaml', 'executor_id: demo/u\n')
  const items = checker.checkAll()
  expect(index.of(items, item('rt/py')).users.map(({ item_id, direct }) => [item_id, direct])).toEqual([
    ['demo/new', false],
    ['demo/u', true],
  ])
  expect(index.counts(items).get('demo/u')).toBe(1)
  world.write('/project/.ai/tools/demo/u.yaml', 'x: 1\n')
  expect(index.of(checker.checkAll(), item('rt/py')).users).toEqual([])
})

test('uses per item have a limit, and items beyond the limit of a check are counted as unchecked', () => {
  const nodes = Array.from(
    { length: limits.itemUses + 5 },
    (_, at) => `    n${at}: {action: {item_id: "tool:x${at}"}}\n`,
  )
  const graph = `tool_type: graph\nexecutor_id: ${graphRuntime}\nconfig:\n  start: n0\n  nodes:\n${nodes.join('')}`
  const files = {
    '/project/.ai/tools/g.yaml': graph,
    [`/system/.ai/tools/${graphRuntime}.yaml`]: 'executor_id: null\n',
  }
  expect(found(item('x0'), { files })).toHaveLength(1)
  expect(found(item(`x${limits.itemUses + 4}`), { files })).toEqual([])
  const { workspace: checked } = open(project)
  const index = new UseIndex(checked)
  const items = new WorkspaceChecker(
    checked,
    {},
    { resolved: index.note, most: { checkWork: 0, checkItemWork: 100 } },
  ).checkAll()
  expect(index.of(items, item('rt/py')).unchecked).toBeGreaterThan(0)
})
