import { keyPair, sign, trust } from '../../trust/integrity/fixtures.ts'
import { list, record, times, tool, type Attack, type Files } from './attack.ts'

const at = (name: string): string => `/project/.ai/tools/${name}`
const filesOf = (count: number, make: (index: number) => readonly [string, string]): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)))

const runtime = '/system/.ai/tools/rye/core/runtimes/state-graph/runtime.yaml'
const graphText = (nodes: string, permissions = '["rye.*"]'): string =>
  `version: 1.0.0\ntool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\ncategory: ""\n` +
  `permissions: ${permissions}\nconfig:\n  start: n0\n  nodes:\n${nodes}`
const graph = (nodes: string, permissions?: string, more: Files = {}): Files => ({
  [at('t.yaml')]: graphText(nodes, permissions),
  [runtime]: 'version: 1.0.0\ntool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: walk}\n',
  ...more,
})

/** Large state graphs. */
const graphs: readonly Attack[] = [
  {
    name: 'graph: 9,000 edges to misspelled nodes',
    files: graph(times(9_000, (i) => `    node_number_${i + 100_000}: {next: node_numbre_${i + 100_000}}\n`)),
  },
  {
    name: 'graph: 4,500 misspelled state keys',
    files: graph(
      times(
        4_500,
        (i) =>
          `    n${i}: {assign: {some_kye_${i}: 1}, action: {item_id: x, params: {a: "\${state.some_key_${i}}"}}}\n`,
      ),
    ),
  },
  {
    name: 'graph: 3,000 patterns of 5,000 states',
    files: graph(
      times(
        3_000,
        (i) => `    n${i}: {action: {item_id: a}, next: [{to: n1, when: {op: regex, value: "(?:a{69}){70}"}}]}\n`,
      ),
    ),
    code: 'work-limit',
  },
  {
    name: 'graph: a pattern of 300,000 braces',
    files: graph(
      `    n0: {action: {item_id: a}, next: [{to: n1, when: {op: regex, value: "${'a{'.repeat(300_000)}"}}]}\n`,
    ),
    code: 'work-limit',
  },
  {
    name: 'graph: 300,000 unknown pipes',
    files: graph(`    n0: {action: {item_id: a, params: {x: "\${a${'|strng'.repeat(300_000)}}"}}}\n`),
    code: 'work-limit',
  },
  {
    name: 'graph: 900,000 expressions without a closing brace',
    files: graph(`    n0: {action: {item_id: a, params: {x: "${'${'.repeat(900_000)}"}}}\n`),
    code: 'work-limit',
  },
  {
    name: 'graph: 40,000 opening braces after one expression',
    files: graph(`    n0: {action: {item_id: a, params: {x: "\${state.a} ${'${a '.repeat(40_000)}"}}}\n`),
  },
  {
    name: 'graph: 300,000 alternatives in one expression',
    files: graph(`    n0: {action: {item_id: a, params: {x: "\${${'state.a || '.repeat(300_000)}b}"}}}\n`),
    code: 'work-limit',
  },
  {
    name: 'graph: 250,000 expressions in one text',
    files: graph(`    n0: {action: {item_id: a, params: {x: "${'${state.a}'.repeat(250_000)}"}}}\n`),
    code: 'work-limit',
  },
  {
    name: 'graph: 400 keys of 20,000 types each',
    files: graph(
      `${times(400, (i) => `    n${i}: {assign: {k${i}: "\${inputs.a}"}, action: {item_id: "tool:g", params: {a: "\${state.k${i}}"}}}\n`)}` +
        `config_schema: {properties: {a: {type: [${'x,'.repeat(20_000)}]}}}\n`,
      undefined,
      {
        [at('g.yaml')]:
          'executor_id: rye/core/primitives/execute\nconfig: {command: a}\nconfig_schema: {properties: {a: {type: string}}}\n',
      },
    ),
  },
  {
    name: 'graph: 8,000 permissions, 4,000 calls',
    files: graph(
      times(4_000, (i) => `    n${i}: {action: {item_id: "tool:a/b${i}"}}\n`),
      `[${times(8_000, (i) => `rye.execute.tool.x*y*z${i}.*,`)}]`,
    ),
    code: 'work-limit',
  },
  {
    name: 'graph: 500 graphs that call each other',
    files: graph(
      times(500, (i) => `    n${i}: {action: {item_id: "tool:g${i}"}}\n`),
      undefined,
      {
        ...filesOf(500, (g) => [
          at(`g${g}.yaml`),
          graphText(times(60, (i) => `    n${i}: {action: {item_id: "tool:g${(g * 7 + i) % 500}"}}\n`)),
        ]),
      },
    ),
  },
  {
    name: 'graph: 500 calls of files of 15 KB',
    files: graph(
      times(500, (i) => `    n${i}: {action: {item_id: "tool:g${i}"}}\n`),
      undefined,
      {
        ...filesOf(500, (g) => [
          at(`g${g}.yaml`),
          `executor_id: rye/core/primitives/execute\n${`# ${'x'.repeat(60)}\n`.repeat(240)}`,
        ]),
      },
    ),
    code: 'work-limit',
  },
]

const layers = (count: number, lines: number): Files =>
  filesOf(count, (index) => [`/project/.ai/config/c${index}.yaml`, times(lines, (line) => `k${line}: v\n`)])

/** Tool configs, lockfiles, similar names and search places. */
const others: readonly Attack[] = [
  {
    name: '6,000 references to 300 configs',
    files: {
      ...tool(`config_resolve:\n${times(6_000, (i) => `  - {path: c${i % 300}.yaml}\n`)}`),
      ...layers(300, 2_000),
    },
    code: 'work-limit',
  },
  {
    name: 'three layers of 10,000 settings',
    files: {
      ...tool('config_resolve: {path: c.yaml, mode: deep_merge}\nconfig: {command: a}'),
      ...Object.fromEntries(
        ['/project', '/user', '/system'].map((root) => [
          `${root}/.ai/config/c.yaml`,
          times(10_000, (i) => `k${i}: {v: ${root.length}, w: [1, 2]}\n`),
        ]),
      ),
    },
  },
  {
    name: '30,000 missing configs',
    files: tool(`config_resolve:\n${times(30_000, (i) => `  - {path: c${i}.yaml}\n`)}`),
    code: 'work-limit',
  },
  {
    name: 'a runtime of 30,000 settings',
    files: {
      [at('t.yaml')]: 'executor_id: r\nconfig: {command: a}\n',
      [at('r.yaml')]:
        `executor_id: rye/core/primitives/execute\ntool_type: runtime\nversion: 1.0.0\nconfig_resolve: {path: c.yaml}\nexecution_params: [${times(30_000, (i) => `p${i},`)}]\n`,
      '/project/.ai/config/c.yaml': `defaults:\n${times(30_000, (i) => `  p${i}: 1\n`)}`,
    },
  },
  {
    name: 'a lockfile of 40,000 differences',
    files: {
      ...tool('version: 1.0.0\nconfig: {command: a}'),
      '/project/.ai/lockfiles/t@1.0.0.lock.json': JSON.stringify({
        lockfile_version: 1,
        generated_at: '',
        root: { tool_id: 't', version: '1.0.0', integrity: '' },
        resolved_chain: list(40_000, () => ({ item_id: 't', space: 'x', integrity: 'y' })),
      }),
    },
    code: 'lockfile-element-drift',
  },
  {
    name: 'a lockfile of 200,000 keys',
    files: {
      ...tool('version: 1.0.0\nconfig: {command: a}'),
      '/project/.ai/lockfiles/t@1.0.0.lock.json': JSON.stringify(record(200_000, () => 1)),
    },
    code: 'lockfile-unreadable',
  },
  {
    name: '2,000 long IDs similar to a missing ID',
    files: {
      [at('t.yaml')]: `executor_id: ${'a'.repeat(195)}\n`,
      ...filesOf(2_000, (i) => [at(`${'a'.repeat(180)}${i}.yaml`), '']),
    },
    code: 'executor-not-found',
  },
  {
    name: 'an interpreter that is searched for in 40,000 places',
    dialect: 'kiwi',
    files: {
      '/project/.ai/tools/p.yaml': 'tool_type: primitive\nexecutor_id: null\nname: subprocess\n',
      [at('t.yaml')]:
        'executor_id: p\nconfig: {command: a}\n' +
        `env_config: {interpreter: {type: generic, var: X, binary: b, search: [${'system,'.repeat(40_000)}]}}\n`,
    },
    code: 'metadata-wrong-type',
  },
  {
    name: 'a working directory of 1,200,000 unknown placeholders',
    files: tool(`anchor: {enabled: true, mode: always, cwd: "${'{u}'.repeat(1_200_000)}"}`),
    code: 'work-limit',
  },
  {
    name: 'a hexadecimal integer of 3,900,000 digits',
    files: { [at('t.py')]: `__version__ = 0x${'f'.repeat(3_900_000)}\n` },
    code: 'metadata-syntax',
  },
]

const keys = list(34, (index) => keyPair(index as number)) as readonly ReturnType<typeof keyPair>[]
const verifying =
  'anchor: {enabled: true, mode: always}\nverify_deps: {enabled: true, extensions: [.py], scope: anchor}\nconfig: {command: a}'

/** Attacks with signatures, created on demand because signing is slow. */
export const worstSignatures: readonly (() => Attack)[] = [
  () => ({
    name: '400 signed dependencies',
    files: {
      ...tool(verifying),
      ...trust('/user', keys[0]!),
      ...filesOf(400, (i) => [at(`d${i}.py`), sign(`x = ${i}\n`, at(`d${i}.py`), keys[0]!)]),
    },
    code: 'work-limit',
  }),
  () => ({
    name: '30 dependencies signed by a key with a chain of 30 signers',
    files: {
      ...tool(verifying),
      ...Object.assign({}, ...keys.slice(0, 30).map((key, index) => trust('/user', key, keys[index + 1]))),
      ...filesOf(30, (i) => [at(`d${i}.py`), sign(`x = ${i}\n`, at(`d${i}.py`), keys[0]!)]),
    },
    code: 'work-limit',
  }),
]

/** Attacks on the steps between the chain and the plan. */
export const worstSteps: readonly Attack[] = [...graphs, ...others]
