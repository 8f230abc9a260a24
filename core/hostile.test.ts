import { expect, test } from 'vitest'
import type { Analysis } from './answer/analysis.ts'
import { analyze } from './answer/analyze.ts'
import { MemoryTree } from './input/memory-tree.ts'
import { withEffort } from './testing/effort.ts'
import { codesOf, open, testSettings, workspace } from './testing/workspace.ts'
import { Workspace } from './workspace/workspace.ts'
import { pureHost } from './pure-host.ts'

// Input that is meant to break the engine: it answers all the same, in bounded time, and nothing reaches a prototype.

/** Milliseconds of effort; each of these took minutes, or all memory, in an engine without its limits. */
const longest = 8_000

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')
const list = (count: number, prefix: string): string => `[${many(count, (index) => `${prefix}${index}, `)}]`

/** A tool that goes straight to the primitive, with more lines of YAML. */
const tool = (more: string): Readonly<Record<string, string>> => ({
  '/project/.ai/tools/t.yaml': `executor_id: rye/core/primitives/execute\n${more}\n`,
})
const python = (text: string): Readonly<Record<string, string>> => ({ '/project/.ai/tools/t.py': text })
const nested = (open: string, inner: string, close: string, depth = 10_000): string =>
  open.repeat(depth) + inner + close.repeat(depth)

interface Attack {
  readonly name: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
  readonly parameters?: string
  readonly item?: string
  /** A code that tells of the limit. */
  readonly code?: string
}

const attacks: readonly Attack[] = [
  {
    name: 'a bomb of aliases',
    files: tool(`a0: &a0 [x, x]\n${many(60, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`)}`),
    code: 'yaml-limit',
  },
  {
    name: 'an alias of itself',
    files: tool('a: &a [*a]'),
  },
  {
    name: 'a bomb of merge keys',
    files: tool(`a0: &a0 {k: v}\n${many(5_000, (i) => `a${i + 1}: &a${i + 1} {<<: *a${i}, k${i}: v}\n`)}`),
  },
  { name: 'a text of 10 MB in YAML', files: tool(`a: "${'x'.repeat(10_000_000)}"`), code: 'file-unreadable' },
  { name: 'a text of 3.9 MB in Python', files: python(`CONFIG = {"a": "${'x'.repeat(3_900_000)}"}`) },
  {
    name: 'a parameter of 10 MB',
    files: tool('config: {command: a, args: ["{x}"]}'),
    parameters: `{"x": "${'y'.repeat(10_000_000)}"}`,
  },
  { name: '10,000 lists in YAML', files: tool(`a: ${nested('[', '', ']')}`) },
  { name: '10,000 lists in Python', files: python(`CONFIG = ${nested('[', '', ']')}`) },
  { name: '10,000 parentheses in Python', files: python(`__version__ = ${nested('(', '"1"', ')')}`) },
  { name: '10,000 signs in Python', files: python(`__version__ = ${'-'.repeat(10_000)}1`) },
  { name: '10,000 blocks in Python', files: python(many(10_000, (i) => `${' '.repeat(i)}if x:\n`)) },
  {
    name: '10,000 lists in JavaScript',
    files: { '/project/.ai/tools/t.js': `const CONFIG = ${nested('[', '', ']')}` },
  },
  {
    name: '10,000 types in TypeScript',
    files: { '/project/.ai/tools/t.ts': `const CONFIG = ${nested('<A>(', '1', ')')}` },
  },
  {
    name: '10,000 lists in the parameters',
    files: tool('config: {command: a}'),
    parameters: `{"a": ${nested('[', '', ']')}}`,
  },
  {
    name: '10,000 lists in a lockfile',
    files: { ...tool(''), '/project/.ai/lockfiles/t@0.0.0.lock.json': nested('[', '', ']') },
  },
  {
    name: '10,000 lists in a config',
    files: { ...tool('config_resolve: {path: a.yaml}'), '/project/.ai/config/a.yaml': nested('[', '', ']') },
  },
  {
    name: '10,000 objects in a schema',
    files: tool(`config: {command: a}\nconfig_schema: ${nested('{properties: {a: ', '{}', '}}', 90)}`),
  },
  {
    name: 'a schema that refers to itself',
    files: tool('config: {command: a}\nconfig_schema: {$ref: "#"}'),
    parameters: '{"a": 1}',
  },
  {
    name: 'a catastrophic pattern in a schema',
    files: tool('config: {command: a}\nconfig_schema: {properties: {a: {type: string, pattern: "^(a+)+$"}}}'),
    parameters: `{"a": "${'a'.repeat(40)}!"}`,
  },
  { name: 'braces that never close', files: tool(`config: {command: "${'{'.repeat(500_000)}"}`) },
  { name: 'variables that never close', files: tool(`config: {command: "${'${A:-'.repeat(200_000)}"}`) },
  {
    name: 'names that hold each other many times',
    files: tool(
      `config: {command: "{a}", a: "${'{b}'.repeat(500)}", b: "${'{c}'.repeat(500)}", c: "${'{a}'.repeat(500)}"}`,
    ),
    code: 'template-limit',
  },
  {
    name: 'a list of a placeholder of a list',
    files: tool(
      `config: {command: a, args: [${'"{a}", '.repeat(900)}], a: [${'"{b}", '.repeat(900)}], b: [${'"{a}", '.repeat(900)}]}`,
    ),
    code: 'template-limit',
  },
  {
    name: 'empty values by the hundred thousand',
    files: tool(`config: {command: "{a}", a: "${'{b}'.repeat(50_000)}", b: "${'{c}'.repeat(50_000)}", c: ""}`),
  },
  {
    name: 'variables that double forty times',
    files: tool(
      `config: {command: a}\nenv_config:\n  env:\n    A0: xxxxxxxxxx\n${many(40, (i) => `    A${i + 1}: "\${A${i}}\${A${i}}"\n`)}`,
    ),
    code: 'work-limit',
  },
  {
    name: 'a long variable many times',
    files: {
      ...tool(`config: {command: "${'${LONG}'.repeat(10_000)}"}`),
      '/project/.env': `LONG=${'x'.repeat(1_000_000)}`,
    },
    code: 'template-limit',
  },
  {
    name: 'a long path in an anchor',
    files: tool(`config: {command: a}\nanchor: {enabled: true, mode: always, cwd: "${'{tool_path}'.repeat(300_000)}"}`),
  },
  {
    name: 'inputs and outputs by the fifty thousand',
    files: {
      '/project/.ai/tools/t.py': `__executor_id__ = "r"\nOUTPUTS = ${list(50_000, '')}`,
      '/project/.ai/tools/r.py': `__executor_id__ = "rye/core/primitives/execute"\nINPUTS = ${list(50_000, '1')}`,
    },
  },
  {
    name: 'path entries by the fifty thousand',
    files: tool(
      `config: {command: a}\nanchor: {enabled: true, mode: always, env_paths: {P: {prepend: ${list(50_000, '/a')}}}}`,
    ),
  },
  {
    name: 'interpreter places by the billion',
    files: tool(
      `config: {command: a}\nenv_config: {interpreter: {type: local_binary, var: P, binary: b, search_roots: ${list(1_000, '/r')}, search_paths: ${list(1_000, 'p')}, candidates: ${list(1_000, 'c')}}}`,
    ),
  },
  {
    name: '50,000 lines of .env',
    files: { ...tool('config: {command: a}'), '/project/.env': many(50_000, (i) => `V${i}=value-number-${i}\n`) },
  },
  { name: '20,000 keys that nearly differ', files: tool(many(20_000, (i) => `k${i}: v\n`)) },
  { name: '50,000 keys twice in Python', files: python(`CONFIG = {${many(50_000, (i) => `(${i}, 1): 1, `)}}`) },
  { name: 'a number of a million digits', files: python(`__version__ = ${'9'.repeat(1_000_000)}`) },
  { name: 'a huge power', files: tool('version: 1e999999999\nconfig: {command: a, timeout: 1e999999999}') },
  { name: 'sexagesimals without end', files: tool(`version: 1${':59'.repeat(100_000)}`) },
  {
    name: 'a NUL in every file',
    files: { ...tool('a: "\0"'), '/project/.ai/tools/t.py': '\0', '/project/.env': 'A=\0\n' },
  },
  {
    name: 'lone surrogates',
    files: python('CONFIG = {"a": "\\ud800"}'),
    parameters: '{"a": "\\udfff"}',
    item: '\ud800',
  },
  {
    name: 'a lone surrogate that is printed',
    files: tool('config: {command: a, args: ["{a}"], input_data: "{params_json}"}'),
    parameters: '{"a": "\\ud800"}',
  },
  { name: 'an id of a million letters', files: tool(''), item: 'x'.repeat(1_000_000) },
  { name: 'an id of 100,000 folders', files: tool(''), item: 'x/'.repeat(100_000) + 'y' },
  {
    name: 'a signature line of a megabyte',
    files: { '/project/.ai/tools/t.yaml': `# rye:signed:${'a'.repeat(1_000_000)}\n` },
    code: 'signature-malformed',
  },
]

test.for(attacks)('$name: answered in time', { timeout: longest * 2 }, ({ files, parameters, item, code }) => {
  const { analyze: ask } = open({ files })
  const { value: run, effort } = withEffort(() => ask(item ?? 't', parameters))
  expect(effort).toBeLessThan(longest)
  expect(codesOf(run, true)).not.toContain('engine-fault')
  if (code !== undefined) expect(codesOf(run, true)).toContain(code)
  expect(JSON.parse(JSON.stringify(run))).toMatchObject({ format: 1 })
})

const polluted = (): readonly unknown[] => {
  const bare: Record<string, unknown> = {}
  return [bare['polluted'], bare['command'], ([] as unknown as Record<string, unknown>)['polluted']]
}

test.for([
  {
    name: 'parameters',
    files: tool('config: {command: a}'),
    parameters: '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
  },
  {
    name: 'a config of the chain',
    files: tool('config: {command: a, __proto__: {polluted: 1}, constructor: {prototype: {polluted: 1}}}'),
    parameters: '{}',
  },
  {
    name: 'merged tool configs',
    files: {
      ...tool('config: {command: a}\nconfig_resolve: {path: a.yaml}'),
      '/system/.ai/config/a.yaml': '__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\n',
      '/project/.ai/config/a.yaml': '__proto__: {polluted: 2}\nconstructor: {prototype: {polluted: 2}}\n',
    },
    parameters: '{}',
  },
  {
    name: 'the environment',
    files: {
      ...tool('config: {command: a}\nenv_config: {env: {__proto__: polluted}}'),
      '/project/.env': '__proto__=polluted\n',
    },
    parameters: '{}',
  },
  {
    name: 'a schema',
    files: tool('config: {command: a}\nconfig_schema: {properties: {__proto__: {default: {polluted: 1}}}}'),
    parameters: '{}',
  },
  {
    name: 'path edits',
    files: tool(
      'config: {command: a}\nanchor: {enabled: true, mode: always, env_paths: {__proto__: {prepend: [polluted]}}}',
    ),
    parameters: '{}',
  },
  {
    name: 'names of templates',
    files: tool('config: {command: a, args: ["{__proto__}", "{constructor}", "{toString}"]}'),
    parameters: '{}',
  },
  { name: 'ids', files: { '/project/.ai/tools/__proto__.yaml': 'executor_id: constructor\n' }, parameters: '{}' },
  {
    name: 'a lockfile',
    files: {
      ...tool('config: {command: a}'),
      '/project/.ai/lockfiles/t@0.0.0.lock.json': '{"__proto__": {"polluted": 1}, "root": {"__proto__": 1}}',
    },
    parameters: '{}',
  },
])('R8.4: __proto__ in $name is data', ({ files, parameters }) => {
  const { analyze: ask } = open({ files })
  for (const item of ['t', '__proto__']) {
    const run: Analysis = ask(item, parameters)
    expect(codesOf(run, true)).not.toContain('engine-fault')
  }
  expect(polluted()).toEqual([undefined, undefined, undefined])
})

test('R8.4: __proto__ of two layers is merged like any other key', () => {
  const run = open(workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: a, input_data: "{params_json}"}
    config_resolve: {path: a.yaml}
    === system/config/a.yaml
    __proto__: {low: 1, both: 1}
    === project/config/a.yaml
    __proto__: {high: 2, both: 2}
  `).analyze('t')
  const input = run.plan?.primitive === 'execute' ? run.plan.input : null
  expect(input).toBe('{"resolved_config": {"__proto__": {"low": 1, "both": 2, "high": 2}}}')
})

test('links that go round, dangle, or lead out are no files', () => {
  const tree = new MemoryTree()
  tree.link('/project/.ai/tools/t.py', '/project/.ai/tools/u.py')
  tree.link('/project/.ai/tools/u.py', 't.py')
  tree.link('/project/.ai/tools/self', '.')
  tree.link('/project/.ai/tools/up', '../../..')
  tree.link('/project/.ai/tools/none.py', '/nowhere')
  const ask = (item_id: string): Analysis =>
    analyze(new Workspace(testSettings, tree, pureHost), { item_id, parameters: '{}' })
  for (const item of ['t', 'u', 'none', 'self', 'up', 'missing']) expect(ask(item).status).toBe('not_found')
})

class Breaking extends MemoryTree {
  calls = 0
  readonly #after: number
  constructor(after: number) {
    super()
    this.#after = after
  }
  override read(path: string): ReturnType<MemoryTree['read']> {
    if (++this.calls > this.#after) throw new Error('the disk is gone')
    return super.read(path)
  }
  override look(path: string): ReturnType<MemoryTree['look']> {
    if (++this.calls > this.#after) throw new Error('the disk is gone')
    return super.look(path)
  }
}

test.for(Array.from({ length: 40 }, (_, index) => index))(
  'a file system that fails after %i questions is a finding, with the chain found so far',
  (after) => {
    const tree = new Breaking(after)
    const files = {
      '/project/.ai/tools/t.yaml': 'executor_id: r\nconfig_resolve: {path: a.yaml}\n',
      '/project/.ai/tools/r.yaml': 'executor_id: rye/core/primitives/execute\nconfig: {command: a}\n',
      '/project/.ai/config/a.yaml': 'a: 1\n',
      '/project/.env': 'A=1\n',
    }
    for (const [path, text] of Object.entries(files)) tree.write(path, new Uint8Array(Buffer.from(text)))
    const run = analyze(new Workspace(testSettings, tree, pureHost), { item_id: 't', parameters: '{}' })
    if (tree.calls <= after) return expect(run.status).toBe('ready')
    expect(run.status).not.toBe('ready')
    expect(codesOf(run)).toContain('engine-fault')
    const ids = run.chain.map(({ item_id }) => item_id)
    expect(ids).toEqual(['t', 'r', 'rye/core/primitives/execute'].slice(0, ids.length))
  },
)
