import { expect, test } from 'vitest'
import { open, workspace } from '../../testing/workspace.ts'
import { contains } from './dependencies.ts'

// R7.4: the files that are verified before a run.

const files = (settings: string, root = 'tool_dir', lib = '') => workspace`
  === project/tools/d/t.yaml
  executor_id: rt/r
  config: {command: ls}
  anchor: {enabled: true, mode: always, root: ${root}}
  === project/tools/d/a.py
  === project/tools/d/b.js
  === project/tools/d/sub/c.py
  === project/tools/d/sub/deep/e.py
  === project/tools/d/node_modules/x.py
  === project/tools/d/__pycache__/y.py
  === project/tools/up.py
  === system/tools/rt/r.yaml
  executor_id: rye/core/primitives/execute
  ${lib}
  verify_deps: «${settings}»
  === system/tools/rt/lib/l.py
`

const below = (names: readonly string[]): string[] => names.map((name) => `/project/.ai/tools/${name}`)

test.for([
  { settings: '{enabled: true, extensions: [.py]}', names: ['d/a.py', 'd/sub/c.py', 'd/sub/deep/e.py'] },
  { settings: '{enabled: true, scope: anchor, extensions: [.py]}', names: ['d/a.py', 'd/sub/c.py', 'd/sub/deep/e.py'] },
  { settings: '{enabled: true, extensions: [.js, .yaml]}', names: ['d/b.js', 'd/t.yaml'] },
  { settings: '{enabled: true, extensions: [.py], recursive: false}', names: ['d/a.py'] },
  {
    settings: '{enabled: true, extensions: [.py], exclude_dirs: [sub]}',
    names: ['d/__pycache__/y.py', 'd/a.py', 'd/node_modules/x.py'],
  },
  {
    settings: '{enabled: true, extensions: [.py], exclude_dirs: [deep, node_modules, __pycache__]}',
    names: ['d/a.py', 'd/sub/c.py'],
  },
  {
    settings: '{enabled: true, scope: tool_dir, extensions: [.py]}',
    names: ['d/a.py', 'd/sub/c.py', 'd/sub/deep/e.py'],
  },
  { settings: '{enabled: true, scope: tool_siblings, extensions: [.py]}', names: ['d/a.py'] },
  { settings: '{enabled: true, scope: tool_siblings, recursive: true, extensions: [.py]}', names: ['d/a.py'] },
  { settings: '{enabled: true, scope: tool_file, extensions: [.py, .yaml]}', names: [] },
  { settings: '{enabled: true}', names: [] },
  { settings: '{enabled: false, extensions: [.py]}', names: [] },
  { settings: '{extensions: [.py]}', names: [] },
])('R7.4: $settings verifies $names', ({ settings, names }) => {
  expect(open(files(settings)).analyze('d/t').anchor?.verified_dependencies).toEqual(below(names))
})

test.for([
  { scope: 'anchor', names: ['d/a.py', 'd/sub/c.py', 'd/sub/deep/e.py', 'up.py'] },
  { scope: 'tool_dir', names: ['d/a.py', 'd/sub/c.py', 'd/sub/deep/e.py'] },
  { scope: 'tool_siblings', names: ['d/a.py'] },
])('R7.4: the scope $scope applies under the configured root', ({ scope, names }) => {
  const settings = `{enabled: true, scope: ${scope}, extensions: [.py]}`
  const run = open(files(settings, 'tool_parent')).analyze('d/t')
  expect(run.anchor?.verified_dependencies).toEqual(below(names))
})

test('R7.4, A1: runtime_lib is also verified if it is a directory', () => {
  const settings = '{enabled: true, recursive: false, extensions: [.py]}'
  const verified = (root: string, lib: string): readonly string[] | undefined =>
    open(files(settings, root, lib)).analyze('d/t').anchor?.verified_dependencies
  expect(verified('tool_dir', 'anchor: {lib: lib}')).toEqual([...below(['d/a.py']), '/system/.ai/tools/rt/lib/l.py'])
  expect(verified('tool_dir', 'anchor: {lib: missing}')).toEqual(below(['d/a.py']))
  expect(verified('tool_dir', 'anchor: {lib: r.yaml}')).toEqual(below(['d/a.py']))
})

test('R7.4: every bad file is listed and refuses the run outside dev mode', () => {
  const settings = '{enabled: true, extensions: [.py]}'
  const paths = below(['d/a.py', 'd/sub/c.py', 'd/sub/deep/e.py'])
  for (const dev_mode of [false, true]) {
    const run = open(files(settings), { dev_mode }).analyze('d/t')
    const bad = run.diagnostics.filter(({ facts }) => facts['role'] === 'dependency')
    expect(bad.map(({ code, facts }) => [code, facts['path']])).toEqual(
      paths.map((path) => ['signature-missing', path]),
    )
    expect(bad.map(({ severity }) => severity)).toEqual(paths.map(() => (dev_mode ? 'hint' : 'error')))
    expect(run.status).toBe(dev_mode ? 'ready' : 'refused')
    expect(run.trace.filter(({ step }) => step === 'verify_dependency')).toEqual(
      paths.map((path) => ({ step: 'verify_dependency', path, state: 'unsigned' })),
    )
  }
})

test.for([
  { link: 'd/out.py', target: '/project/.ai/tools/up.py', escapes: true },
  { link: 'd/out.py', target: '/project/.ai/tools/d2/x.py', escapes: true },
  { link: 'd/out.py', target: '/nowhere/x.py', escapes: true },
  { link: 'd/sub/in.py', target: '/project/.ai/tools/d/a.py', escapes: false },
  { link: 'd/out.txt', target: '/project/.ai/tools/up.py', escapes: false },
  { link: 'd/linked', target: '/project/.ai/tools', escapes: false },
])('R7.4, A3: $link to $target is refused because it leaves the base: $escapes', ({ link, target, escapes }) => {
  const { tree, write, analyze } = open(files('{enabled: true, extensions: [.py]}'), { dev_mode: false })
  write('/project/.ai/tools/d2/x.py', '')
  const path = `/project/.ai/tools/${link}`
  tree.link(path, target)
  const run = analyze('d/t')
  const reported = run.diagnostics.filter(({ code }) => code === 'dependency-symlink-escape')
  if (!escapes) {
    expect(reported).toEqual([])
    expect(run.anchor?.verified_dependencies).not.toContain(`${path}/up.py`)
    return
  }
  expect(reported).toMatchObject([{ severity: 'error', facts: { path, base: '/project/.ai/tools/d' } }])
  expect(run.status).toBe('refused')
})

test.for([
  { base: '/a', path: '/a', inside: true },
  { base: '/a', path: '/a/b', inside: true },
  { base: '/a', path: '/ab', inside: false },
  { base: '/a/b', path: '/a', inside: false },
  { base: '/', path: '/a', inside: true },
])('A3: $path is in $base: $inside', ({ base, path, inside }) => {
  expect(contains(base, path)).toBe(inside)
})
