import { config, files, overBase, primitive, runtime, times, tools, toolsOver, type GrowingTree } from './tree-parts.ts'

const graph = (name: string, nodes: string): readonly [string, string] => [
  `${tools}/many/${name}.yaml`,
  `version: 1.0.0\ntool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\ncategory: many\npermissions: ["*"]\nconfig:\n  start: n0\n  nodes:\n${nodes}`,
]
const graphRuntime = runtime(config, 'rye/core/runtimes/state-graph/runtime')

/** Trees in which names, spaces, chains or graphs grow. */
export const nameTrees: readonly GrowingTree[] = [
  {
    name: 'n runtimes with similar names and unknown executors',
    mostGrowth: 12,
    files: (n) =>
      files([
        ...toolsOver(n, (i) => `run/aa${i}`),
        ...times(
          n,
          (i) =>
            [
              `${tools}/run/aa${i}.yaml`,
              `version: 1.0.0\ntool_type: runtime\nexecutor_id: run/aa${i}b\ncategory: run\n`,
            ] as const,
        ),
      ]),
  },
  {
    name: 'n tools with one missing executor among n similar names',
    files: (n) => files([...toolsOver(n, () => 'run/aaaa'), ...times(n, (i) => runtime(config, `run/aaaa${i}`))]),
  },
  {
    name: 'n bundles, and tools whose executor is in none of them',
    isQuadratic: true,
    files: (n) => files(toolsOver(n, () => 'none/at/all')),
    bundles: (n) => times(n, (i) => `b${i}`),
  },
  {
    name: 'n tools in one chain',
    files: (n) => files(toolsOver(n, (i) => (i === n - 1 ? primitive : `many/t${i + 1}`))),
  },
  { name: 'n tools in one cycle', files: (n) => files(toolsOver(n, (i) => `many/t${(i + 1) % n}`)) },
  {
    name: 'a graph of n nodes that call n tools',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(config),
        graphRuntime,
        graph(
          'g',
          times(n, (i) => `    n${i}: {action: {item_id: "tool:many/t${i}"}, next: n${(i + 1) % n}}\n`).join(''),
        ),
      ]),
  },
  {
    name: 'a graph of n edges from one node',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(config),
        graphRuntime,
        graph(
          'g',
          `    n0: {type: gate, next: [${times(n, (i) => `{to: n${i}, when: {path: state.a, op: eq, value: ${i}}}`).join(', ')}]}\n${times(n - 1, (i) => `    n${i + 1}: {type: return}\n`).join('')}`,
        ),
      ]),
  },
  {
    name: 'n graphs that call one graph of n nodes',
    isQuadratic: true,
    files: (n) =>
      files([
        graphRuntime,
        graph('big', times(n, (i) => `    n${i}: {type: gate, next: n${i + 1}}\n`).join('')),
        ...times(n, (i) => graph(`g${i}`, '    n0: {action: {item_id: "tool:many/big"}}\n')),
      ]),
  },
  {
    name: 'a runtime that requires n parameters',
    files: (n) =>
      files([
        ...overBase(n),
        runtime(`${config}config_schema: {type: object, required: [${times(n, (i) => `p${i}`).join(', ')}]}\n`),
      ]),
  },
  {
    name: 'a runtime whose arguments name n parameters',
    isQuadratic: true,
    files: (n) =>
      files([
        ...toolsOver(
          n,
          () => 'base',
          () => 'config_schema: {type: object, properties: {a: {type: string}}}\n',
        ),
        runtime(
          `config: {command: /bin/sh, args: ["{tool_path}"], input_data: ${JSON.stringify(times(n, (i) => `{p${i}}`).join(''))}}\n`,
        ),
      ]),
  },
  {
    name: 'a runtime with n parts of PATH and one edit to it',
    isQuadratic: true,
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `${config}anchor: {enabled: true, mode: always, root: tool_dir, env_paths: {PATH: {prepend: ["{tool_dir}"]}}}\n`,
        ),
      ]),
    environ: (n) => ({ PATH: times(n, (i) => `/p${i}`).join(':') }),
  },
  {
    name: 'a runtime with n settings that are not arguments',
    isQuadratic: true,
    files: (n) =>
      files([
        ...overBase(n),
        runtime(
          `config: {command: /bin/sh, args: ["{tool_path}"], headers: {${times(n, (i) => `h${i}: "{project_path}"`).join(', ')}}}\n`,
        ),
      ]),
  },
  {
    name: 'n nested folders',
    files: (n) =>
      files([
        ...times(
          n,
          (i) =>
            [
              `${tools}/${'d/'.repeat(i % 200)}t${i}.yaml`,
              'version: 1.0.0\ntool_type: script\nexecutor_id: base\n',
            ] as const,
        ),
        runtime(config),
      ]),
  },
  {
    name: 'a tool config of n tools',
    isQuadratic: true,
    files: (n) =>
      files([
        ...toolsOver(
          n,
          () => 'base',
          () => 'config_resolve: {path: all.yaml}\n',
        ),
        runtime(config),
        ['/project/.ai/config/all.yaml', `tools:\n${times(n, (i) => `  many/t${i}: {a: ${i}}\n`).join('')}`],
      ]),
  },
]
