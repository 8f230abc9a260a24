import fc from 'fast-check'
import { dialectNames } from '../rules/dialect.ts'
import type { Hypothesis } from '../impact/changes.ts'
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts'
import { testSettings } from './workspace.ts'

/** A small project, and a change of it. */
export interface ProjectChange {
  readonly files: Readonly<Record<string, string>>
  readonly settings: WorkspaceSettings
  readonly hypothesis: Hypothesis
}

const toolIds = ['a', 'b', 'demo/a', 'demo/t', 'demo/u']
const runtimeIds = ['rt/py', 'rt/sh', 'rt/deep', 'a']
const ids = [...toolIds, ...runtimeIds]
const roots = ['/project', '/user', '/system', '/more']
const primitive = 'rye/core/primitives/execute'
const graphRuntime = 'rye/core/runtimes/state-graph/runtime'

const executor = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('rt/py', 'rt/sh', 'rt/deep') },
  { weight: 2, arbitrary: fc.constantFrom(primitive, 'rye/core/primitives/subprocess', 'subprocess') },
  { weight: 1, arbitrary: fc.constantFrom('rt/none', 'a', 'demo/t', '../up') },
)
const version = fc.constantFrom('1.0.0', '1.2.0', '2.0.0', 'odd')

const pythonTool = fc
  .record({
    executor,
    version,
    extra: fc.subarray(['CONFIG_RESOLVE = {"path": "w.yaml"}', 'outputs = ["x"]', 'y = 1']),
  })
  .map((tool) => `__version__ = "${tool.version}"\n__executor_id__ = "${tool.executor}"\n${tool.extra.join('\n')}\n`)

const yamlTool = fc
  .record({
    executor,
    version,
    extra: fc.subarray([
      'env_config: {env: {REGION: "${REGION:-none}-x", OWN: "1"}}',
      'config_resolve: {path: w.yaml, mode: first_match}',
      'config: {timeout: 7, args: ["${REGION}", "{tool_path}"]}',
      'tool_type: script',
      'inputs: [x]',
    ]),
  })
  .map((tool) => [`version: "${tool.version}"`, `executor_id: ${tool.executor}`, ...tool.extra, ''].join('\n'))

const runtime = fc
  .record({
    executor: fc.oneof({ weight: 6, arbitrary: fc.constant(primitive) }, { weight: 1, arbitrary: executor }),
    command: fc.constantFrom('python3', '"${PY}"', 'sh'),
    extra: fc.subarray([
      'child_constraints: {min_version: "1.1.0"}',
      'env_config: {interpreter: {type: local_binary, binary: py, search_paths: [bin], var: PY, fallback: python3}, env: {HOMEDIR: "{tool_dir}"}}',
      'config_resolve: {path: rt.yaml}\nexecution_params: [timeout]',
      'anchor: {enabled: true, mode: auto, markers_any: [mark.txt], root: tool_dir, lib: lib, env_paths: {PYTHONPATH: {prepend: ["{anchor_path}"]}}}',
      'verify_deps: {enabled: true, scope: tool_dir, recursive: true, extensions: [.py]}',
      'inputs: [x]',
      'version: "1.0.0"',
    ]),
  })
  .map(({ executor: next, command, extra }) =>
    [
      'tool_type: runtime',
      `executor_id: ${next}`,
      `config: {command: ${command}, args: ["{tool_path}"], input_data: "{params_json}"}`,
      ...extra,
      '',
    ].join('\n'),
  )

const graph = fc
  .constantFrom(...ids)
  .map(
    (called) =>
      `tool_type: graph\nexecutor_id: ${graphRuntime}\nversion: "1.0.0"\npermissions: ["*"]\nconfig:\n  start: one\n  nodes:\n    one: {action: {item_id: "tool:${called}"}, next: two}\n    two: {type: return}\n`,
  )

const odd = fc.constantFrom('', 'def (\n', 'executor_id: [\n', 'x: 1\n', 'tool_type: mcp\nexecutor_id: null\n')
const toolText = fc.oneof(
  { weight: 4, arbitrary: pythonTool.map((text): [string, string] => ['.py', text]) },
  { weight: 4, arbitrary: yamlTool.map((text): [string, string] => ['.yaml', text]) },
  { weight: 1, arbitrary: graph.map((text): [string, string] => ['.yaml', text]) },
  { weight: 1, arbitrary: odd.map((text): [string, string] => ['.yaml', text]) },
)

const entry: fc.Arbitrary<readonly [path: string, text: string]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('/project', '/project', '/user', '/system'), fc.constantFrom(...toolIds), toolText)
      .map(([root, id, [extension, text]]) => [`${root}/.ai/tools/${id}${extension}`, text] as const),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...roots), fc.constantFrom('rt/py', 'rt/sh', 'rt/deep'), runtime)
      .map(([root, id, text]) => [`${root}/.ai/tools/${id}.yaml`, text] as const),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc
        .tuple(fc.constantFrom(...roots), fc.constantFrom('w.yaml', 'rt.yaml'))
        .map(([root, name]) => `${root}/.ai/config/${name}`),
      fc.constantFrom(
        'size: 1\n',
        'size: 2\nlist: [1]\n',
        'defaults: {timeout: 5}\ntools: {demo/t: {timeout: 9}}\n',
        'extends: x\n',
        '[',
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('/project/.env'),
      fc.constantFrom('REGION=eu\n', 'PY=/project/bin/py\n', 'export X=1\n', 'OTHER=2\nREGION=us\n'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom(
        '/project/bin/py',
        '/project/.ai/tools/mark.txt',
        '/project/.ai/tools/demo/mark.txt',
        '/project/.ai/tools/demo/lib/x.py',
        '/project/.ai/lockfiles/demo/t@1.0.0.lock.json',
      ),
      fc.constantFrom('', 'x = 1\n', '{"lockfile_version": 1}'),
    ),
  },
)

const anyId = fc.constantFrom(...ids, 'rt/none')
const hypothesis: fc.Arbitrary<Hypothesis> = fc.oneof(
  { weight: 3, arbitrary: anyId.map((item_id) => ({ kind: 'delete' as const, item_id })) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      from: anyId,
      to: fc.constantFrom(...ids, 'new/one', 'rt/none', 'demo', 'a/..'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('bump' as const), item_id: anyId, version }) },
  {
    weight: 4,
    arbitrary: fc.array(fc.tuple(entry, fc.boolean()), { minLength: 1, maxLength: 3 }).map((changes): Hypothesis => ({
      kind: 'files',
      texts: withoutClashes(changes.map(([[path, text], gone]) => [path, gone ? null : text])),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('project' as const, 'user' as const, 'system' as const)
      .map((space) => ({ kind: 'drop' as const, space })),
  },
  {
    weight: 3,
    arbitrary: fc
      .oneof(
        fc.constantFrom(...dialectNames).map((dialect) => ({ dialect })),
        fc.constantFrom('scoped' as const, 'global' as const).map((search) => ({ search })),
        fc.boolean().map((dev_mode) => ({ dev_mode })),
        fc
          .constantFrom<Record<string, string>>({}, { PATH: '/bin' }, { REGION: 'host', PY: '/bin/sh' })
          .map((environ) => ({ world: { ...testSettings.world, environ } })),
      )
      .map((settings): Hypothesis => ({ kind: 'settings', settings })),
  },
)

/** Entries that can exist together on a disk: no path is a file and a folder at once. */
function withoutClashes<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  const paths = entries.map(([path]) => path)
  return Object.fromEntries(entries.filter(([path]) => !paths.some((other) => other.startsWith(`${path}/`))))
}

/** Random projects in which most items have a chain, and every kind of change. */
export const anyProjectChange: fc.Arbitrary<ProjectChange> = fc
  .record({
    entries: fc.array(entry, { minLength: 2, maxLength: 14 }),
    hypothesis,
    dialect: fc.constantFrom('lillux' as const, 'lillux' as const, ...dialectNames),
    search: fc.constantFrom('scoped' as const, 'global' as const),
    dev_mode: fc.boolean(),
  })
  .map(({ entries, hypothesis: change, ...rules }) => ({
    files: withoutClashes(entries),
    settings: { ...testSettings, ...rules },
    hypothesis: change,
  }))
