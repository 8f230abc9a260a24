import fc from 'fast-check'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { MemoryTree } from '../input/memory-tree.ts'
import { propertyRuns, propertyTimeout } from '../testing/property.ts'
import { testSettings } from '../testing/workspace.ts'
import { Workspace } from '../workspace/workspace.ts'
import { analyze } from './analyze.ts'
import { WorkspaceChecker } from './check.ts'
import { pureHost } from '../pure-host.ts'

// R12.1: caches never change an answer. After any sequence of edits, refreshes, analyses and checks, an answer equals
// the answer of a new workspace with the same files.

const numRuns = propertyRuns(2_000)
const timeout = propertyTimeout(5_000)

const paths = [
  '/project/.ai/tools/a.py',
  '/project/.ai/tools/a.yaml',
  '/project/.ai/tools/d/c.py',
  '/project/.ai/tools/d/lib.py',
  '/project/.ai/tools/d/__init__.py',
  '/project/.ai/tools/d/lib/x.py',
  '/project/.ai/tools/r.yaml',
  '/user/.ai/tools/b.yaml',
  '/user/.ai/tools/r.yaml',
  '/system/.ai/tools/r.yaml',
  '/project/.ai/config/w.yaml',
  '/user/.ai/config/w.yaml',
  '/project/.ai/lockfiles/a@1.lock.json',
  '/project/.env',
  '/project/bin/py',
]
const folders = ['/project/.ai/tools/d', '/project/.ai/tools', '/project/.ai/config', '/project/bin', '/user/.ai']
const anchor =
  'anchor: {enabled: true, mode: auto, markers_any: [__init__.py], root: tool_dir, lib: lib, env_paths: {P: {append: ["{runtime_lib}"]}}}\nverify_deps: {enabled: true, extensions: [.py]}'
const texts = [
  '__executor_id__ = "r"\n__version__ = "1"\n',
  '__executor_id__ = "b"\n',
  '__executor_id__ = "../a"\n',
  '__executor_id__ = None\n',
  'x = 1\n',
  'def (\n',
  `executor_id: rye/core/primitives/execute\nconfig: {command: "\${PY:-none}", args: ["{tool_path}"]}\nenv_config: {interpreter: {type: local_binary, binary: py, search_paths: [bin], var: PY}}\n${anchor}\n`,
  'executor_id: r\nconfig_resolve: {path: w.yaml}\nversion: "1"\n',
  'executor_id: a\n',
  'A=1\nPY=/project/bin/py\n',
  '{"lockfile_version": 1}',
  '',
]
const items = ['a', 'b', 'd/c', 'r', 'd/lib', 'nope', '', '../a', 'd//c', '/a', 'rye/core/primitives/execute']

type Action =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'remove'; readonly path: string }
  | { readonly do: 'link'; readonly path: string; readonly target: string }
  | { readonly do: 'refresh' | 'check' }
  | { readonly do: 'analyze'; readonly item: string }

const anyPath = fc.constantFrom(...paths)
const anyPlace = fc.constantFrom(...paths, ...folders)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('write' as const), path: anyPath, text: fc.constantFrom(...texts) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path: anyPlace }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('link' as const),
      path: anyPlace,
      target: fc.oneof(anyPlace, fc.constantFrom('/nowhere', '..', './lib.py', '/project/.ai/tools/a.py')),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refresh' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('analyze' as const), item: fc.constantFrom(...items) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('check' as const) }) },
)

function analysisOf(workspace: Workspace, item_id: string): string {
  const { trace, ...rest } = analyze(workspace, { item_id, parameters: '{}' })
  // Only cache statistics can differ.
  return JSON.stringify([rest, trace.filter(({ step }) => step !== 'cache')])
}

test(
  'R12.1: after any sequence of edits, refreshes, analyses and checks, answers equal those of a new workspace',
  { timeout },
  () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 4, maxLength: 14 }), fc.boolean(), (actions, dev_mode) => {
        const tree = new MemoryTree()
        const settings = { ...testSettings, dev_mode }
        const workspace = new Workspace(settings, tree, pureHost)
        const checker = new WorkspaceChecker(workspace)
        const fresh = (): Workspace => new Workspace(settings, tree, pureHost)
        for (const path of paths.slice(0, 8)) tree.write(path, utf8ToBytes(texts[path.length % texts.length] ?? ''))
        for (const one of [...actions, { do: 'check' } as const]) {
          if (one.do === 'write') tree.write(one.path, utf8ToBytes(one.text))
          else if (one.do === 'remove') tree.remove(one.path)
          else if (one.do === 'link') tree.link(one.path, one.target)
          else if (one.do === 'refresh') workspace.refresh()
          else if (one.do === 'analyze') expect(analysisOf(workspace, one.item)).toBe(analysisOf(fresh(), one.item))
          else expect(JSON.stringify(checker.checkAll())).toBe(JSON.stringify(new WorkspaceChecker(fresh()).checkAll()))
        }
      }),
      { numRuns },
    )
  },
)
