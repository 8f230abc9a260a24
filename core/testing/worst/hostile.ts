import { source, times, tool, type Attack } from './attack.ts'

/** An input that takes minutes, or all memory, in an engine without limits. */
export interface Hostile extends Omit<Attack, 'files'> {
  readonly files: Readonly<Record<string, string | Uint8Array>>
  readonly item?: string
}

const list = (count: number, prefix: string): string => `[${times(count, (index) => `${prefix}${index}, `)}]`
const nested = (open: string, inner: string, close: string, depth = 10_000): string =>
  open.repeat(depth) + inner + close.repeat(depth)

export const hostileInputs: readonly Hostile[] = [
  {
    name: 'aliases that grow exponentially',
    files: tool(`a0: &a0 [x, x]\n${times(60, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`)}`),
    code: 'yaml-limit',
  },
  {
    name: 'an alias to its container',
    files: tool('a: &a [*a]'),
  },
  {
    name: 'merge keys that grow exponentially',
    files: tool(`a0: &a0 {k: v}\n${times(5_000, (i) => `a${i + 1}: &a${i + 1} {<<: *a${i}, k${i}: v}\n`)}`),
  },
  { name: 'a string of 10 MB in YAML', files: tool(`a: "${'x'.repeat(10_000_000)}"`), code: 'file-unreadable' },
  { name: 'a string of 3.9 MB in Python', files: source('t.py', `CONFIG = {"a": "${'x'.repeat(3_900_000)}"}`) },
  {
    name: 'a parameter of 10 MB',
    files: tool('config: {command: a, args: ["{x}"]}'),
    parameters: `{"x": "${'y'.repeat(10_000_000)}"}`,
  },
  { name: '10,000 lists in YAML', files: tool(`a: ${nested('[', '', ']')}`) },
  { name: '10,000 lists in Python', files: source('t.py', `CONFIG = ${nested('[', '', ']')}`) },
  { name: '10,000 parentheses in Python', files: source('t.py', `__version__ = ${nested('(', '"1"', ')')}`) },
  { name: '10,000 signs in Python', files: source('t.py', `__version__ = ${'-'.repeat(10_000)}1`) },
  {
    name: '10,000 blocks in Python',
    files: source(
      't.py',
      times(10_000, (i) => `${' '.repeat(i)}if x:\n`),
    ),
  },
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
  { name: 'braces without a closing brace', files: tool(`config: {command: "${'{'.repeat(500_000)}"}`) },
  { name: 'variables without a closing brace', files: tool(`config: {command: "${'${A:-'.repeat(200_000)}"}`) },
  {
    name: 'names that contain each other many times',
    files: tool(
      `config: {command: "{a}", a: "${'{b}'.repeat(500)}", b: "${'{c}'.repeat(500)}", c: "${'{a}'.repeat(500)}"}`,
    ),
    code: 'template-limit',
  },
  {
    name: 'a list with a placeholder for a list',
    files: tool(
      `config: {command: a, args: [${'"{a}", '.repeat(900)}], a: [${'"{b}", '.repeat(900)}], b: [${'"{a}", '.repeat(900)}]}`,
    ),
    code: 'template-limit',
  },
  {
    name: 'hundreds of thousands of empty values',
    files: tool(`config: {command: "{a}", a: "${'{b}'.repeat(50_000)}", b: "${'{c}'.repeat(50_000)}", c: ""}`),
  },
  {
    name: 'variables that double forty times',
    files: tool(
      `config: {command: a}\nenv_config:\n  env:\n    A0: xxxxxxxxxx\n${times(40, (i) => `    A${i + 1}: "\${A${i}}\${A${i}}"\n`)}`,
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
    name: '50,000 inputs and outputs',
    files: {
      '/project/.ai/tools/t.py': `__executor_id__ = "r"\nOUTPUTS = ${list(50_000, '')}`,
      '/project/.ai/tools/r.py': `__executor_id__ = "rye/core/primitives/execute"\nINPUTS = ${list(50_000, '1')}`,
    },
  },
  {
    name: '50,000 path entries',
    files: tool(
      `config: {command: a}\nanchor: {enabled: true, mode: always, env_paths: {P: {prepend: ${list(50_000, '/a')}}}}`,
    ),
  },
  {
    name: 'billions of interpreter places',
    files: tool(
      `config: {command: a}\nenv_config: {interpreter: {type: local_binary, var: P, binary: b, search_roots: ${list(1_000, '/r')}, search_paths: ${list(1_000, 'p')}, candidates: ${list(1_000, 'c')}}}`,
    ),
  },
  {
    name: '50,000 lines of .env',
    files: { ...tool('config: {command: a}'), '/project/.env': times(50_000, (i) => `V${i}=value-number-${i}\n`) },
  },
  { name: '20,000 similar keys', files: tool(times(20_000, (i) => `k${i}: v\n`)) },
  {
    name: '50,000 tuple keys in Python',
    files: source('t.py', `CONFIG = {${times(50_000, (i) => `(${i}, 1): 1, `)}}`),
  },
  { name: 'a number of a million digits', files: source('t.py', `__version__ = ${'9'.repeat(1_000_000)}`) },
  { name: 'a huge power', files: tool('version: 1e999999999\nconfig: {command: a, timeout: 1e999999999}') },
  { name: 'a sexagesimal number of 100,000 parts', files: tool(`version: 1${':59'.repeat(100_000)}`) },
  {
    name: 'a NUL in every file',
    files: { ...tool('a: "\0"'), '/project/.ai/tools/t.py': '\0', '/project/.env': 'A=\0\n' },
  },
  {
    name: 'lone surrogates',
    files: source('t.py', 'CONFIG = {"a": "\\ud800"}'),
    parameters: '{"a": "\\udfff"}',
    item: '\ud800',
  },
  {
    name: 'a lone surrogate that is printed',
    files: tool('config: {command: a, args: ["{a}"], input_data: "{params_json}"}'),
    parameters: '{"a": "\\ud800"}',
  },
  { name: 'an ID of a million letters', files: tool(''), item: 'x'.repeat(1_000_000) },
  { name: 'an ID of 100,000 folders', files: tool(''), item: 'x/'.repeat(100_000) + 'y' },
  {
    name: 'a signature line of a megabyte',
    files: { '/project/.ai/tools/t.yaml': `# rye:signed:${'a'.repeat(1_000_000)}\n` },
    code: 'signature-malformed',
  },
]
