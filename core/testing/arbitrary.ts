import fc from 'fast-check'
import { dialects } from '../rules/dialect.ts'
import { sign, alice, trust } from '../trust/integrity/fixtures.ts'
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts'
import { anyKey, anyScalar, anyText, anyValue, mostly } from './arbitrary-values.ts'
import { testSettings } from './workspace.ts'

/** An engine input: files, settings, an item, parameters. */
export interface Question {
  readonly files: Readonly<Record<string, Uint8Array>>
  readonly settings: WorkspaceSettings
  readonly item_id: string
  readonly parameters: string
}

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'))

const ids = ['a', 'b', 'demo/run', 'demo/tool', 'demo/Tool', '__proto__', 'constructor/x', 'subprocess', 'http_client']
const primitives = [...Object.values(dialects).flatMap(({ builtin }) => [...builtin.keys()]), 'subprocess']
const oddId = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '/', '..', 'a/../b', 'a\\b', 'a\0', 'a/', '😀', ...primitives),
)

const config = fc.record(
  {
    command: mostly(fc.constantFrom('python3', '{a}', '${PYTHON}', '${A:-echo}', 'x{b}'), anyValue),
    args: mostly(fc.array(anyScalar, { maxLength: 4 }), anyValue),
    input_data: mostly(fc.constantFrom('{params_json}', 'x{a}', '{b}'), anyValue),
    cwd: mostly(anyText, anyScalar),
    timeout: mostly(fc.constantFrom(1, 2.5, null), anyScalar),
    url: anyText,
    method: anyScalar,
    headers: anyValue,
    body: anyValue,
    auth: anyValue,
    retry: anyValue,
    fixed_params: anyValue,
    params_key: anyScalar,
    a: anyValue,
    b: anyText,
  },
  { requiredKeys: ['command', 'args', 'a', 'b'] },
)
const interpreter = fc.record(
  {
    type: fc.oneof(fc.constantFrom('local_binary', 'system_binary', 'command', 'venv_python', 'generic'), anyScalar),
    var: fc.oneof(fc.constantFrom('PYTHON', 'A'), anyScalar),
    binary: fc.oneof(fc.constant('python3'), anyScalar),
    search_paths: mostly(fc.subarray(['.venv/bin', 'bin', '']), anyValue),
    candidates: mostly(fc.subarray(['python', 'py']), anyValue),
    search: mostly(fc.subarray(['project', 'user', 'system']), anyValue),
    fallback: anyScalar,
    resolve_cmd: anyValue,
  },
  { requiredKeys: [] },
)
const anchor = fc.record(
  {
    enabled: fc.oneof(fc.boolean(), anyScalar),
    mode: fc.oneof(fc.constantFrom('always', 'auto', 'never'), anyScalar),
    markers_any: mostly(fc.subarray(['tool.py', 'a.py', 'x']), anyValue),
    root: fc.oneof(fc.constantFrom('tool_dir', 'tool_parent', 'project_path'), anyScalar),
    lib: anyScalar,
    cwd: anyScalar,
    env_paths: mostly(
      fc.dictionary(
        fc.constantFrom('PYTHONPATH', 'PATH'),
        fc.record({ prepend: fc.array(anyText), append: mostly(fc.array(anyText), anyValue) }),
      ),
      anyValue,
    ),
  },
  { requiredKeys: [] },
)
const fields = fc.record(
  {
    version: mostly(fc.constantFrom('1.0.0', '2.0.0-rc.1', 'x', '../../up'), anyScalar),
    tool_type: mostly(fc.constantFrom('tool', 'runtime', 'primitive'), anyScalar),
    executor_id: mostly(
      fc.oneof(
        { weight: 8, arbitrary: fc.constant('rye/core/primitives/execute') },
        { weight: 4, arbitrary: fc.constantFrom('demo/run', 'subprocess') },
        { weight: 2, arbitrary: fc.constantFrom(...ids, ...primitives) },
      ),
      fc.oneof(oddId, fc.constant(null), anyValue),
    ),
    category: anyScalar,
    config: mostly(config, anyValue),
    env_config: mostly(
      fc.record({ interpreter, env: fc.dictionary(fc.constantFrom('A', 'B', 'PATH', 'x'), anyScalar) }),
      anyValue,
    ),
    config_schema: mostly(
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(anyKey, mostly(fc.record({ default: anyValue }), anyValue)),
      }),
      anyValue,
    ),
    config_resolve: mostly(
      fc.record({
        path: fc.constantFrom('web.yaml', 'x/y.yaml', '../up', ''),
        mode: fc.constantFrom('deep_merge', 'first_match'),
      }),
      anyValue,
    ),
    anchor: mostly(anchor, anyValue),
    verify_deps: mostly(
      fc.record({
        enabled: fc.boolean(),
        scope: fc.constantFrom('anchor', 'tool_dir'),
        extensions: fc.constant(['.py']),
      }),
      anyValue,
    ),
    execution_params: anyValue,
    inputs: mostly(fc.subarray(['a']), anyValue),
    outputs: mostly(fc.subarray(['a', 'b', 'c'], { minLength: 2 }), anyValue),
    child_constraints: mostly(fc.record({ min_version: mostly(fc.constant('0.1'), anyScalar) }), anyValue),
  },
  { requiredKeys: ['executor_id', 'config'] },
)

const dunder = new Set(['version', 'tool_type', 'executor_id', 'category'])
const spelled = (name: string): string => (dunder.has(name) ? `__${name}__` : name.toUpperCase())

function python(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '1e400'
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${python(item)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}

const lines = (declared: Readonly<Record<string, unknown>>, write: (name: string, value: unknown) => string): string =>
  Object.entries(declared)
    .map(([name, value]) => write(name, value))
    .join('\n')

const toolFile = fc
  .tuple(fields, mostly(fc.constantFrom('.py', '.yaml', '.ts'), fc.constantFrom('.yml', '.json', '.js', '.mjs')))
  .map(([declared, extension]) => {
    if (extension === '.py') return [extension, lines(declared, (name, value) => `${spelled(name)} = ${python(value)}`)]
    if (extension === '.json') return [extension, JSON.stringify(declared)]
    if (extension.startsWith('.y'))
      return [extension, lines(declared, (name, value) => `${name}: ${JSON.stringify(value)}`)]
    return [extension, lines(declared, (name, value) => `export const ${spelled(name)} = ${JSON.stringify(value)}`)]
  })

const fragments = [
  ...['__version__ = ', 'CONFIG = {', '"""', "'", 'f"{x}"', '\\', '\t', '\n  ', '(', ')', ']', '}', '# rye:signed:'],
  ...[
    '&a ',
    '*a',
    '<<: ',
    '- ',
    ': ',
    '? ',
    '!!set',
    '| ',
    '> ',
    '%YAML',
    '---\n',
    '...',
    '{',
    '[',
    '"',
    '\u0000',
    '\ud800',
  ],
  ...[
    'const x = ',
    '`',
    '${',
    '/*',
    '//',
    '<T>(',
    '=>',
    'export ',
    'async ',
    ';',
    '\r\n',
    '\r',
    '\u2028',
    '\ufeff',
    '#!',
  ],
]
const scraps = fc
  .array(fc.oneof(fc.constantFrom(...fragments), anyText), { maxLength: 12 })
  .map((parts) => parts.join(''))
const anyBytes = fc.oneof(scraps.map(bytesOf), fc.uint8Array({ maxLength: 40 }))
const anyRoot = fc.constantFrom('/project', '/user', '/system', '/more')

const toolEntry = fc
  .tuple(anyRoot, fc.constantFrom(...ids, 'demo/run', 'demo/run'), toolFile, fc.nat({ max: 15 }))
  .map(([root, id, [extension = '', text = ''], seal]): [string, Uint8Array] => {
    const path = `${root}/.ai/tools/${id}${extension}`
    return [path, bytesOf(seal === 0 && extension !== '.json' ? sign(text, path, alice) : text)]
  })
const oddEntry = fc
  .tuple(
    anyRoot,
    fc.constantFrom(...ids),
    fc.constantFrom('.py', '.yaml', '.ts', '.md', '.sh', '.toml', '/inner.py'),
    anyBytes,
  )
  .map(([root, id, extension, bytes]): [string, Uint8Array] => [`${root}/.ai/tools/${id}${extension}`, bytes])
const otherEntry = fc
  .tuple(
    fc.constantFrom(
      ...['/project/.env', '/project/.ai/config/web.yaml', '/user/.ai/config/web.yaml', '/system/.ai/config/x/y.yaml'],
      ...['/project/.ai/lockfiles/a@1.0.0.lock.json', '/project/.ai/lockfiles/demo/tool@0.0.0.lock.json'],
      ...Object.keys(trust('/user', alice)),
    ),
    fc.oneof(
      anyBytes,
      anyValue.map((value) => bytesOf(JSON.stringify(value) ?? '')),
      fc.constant(bytesOf('A=1\nB={a}\n')),
    ),
  )
  .map(([path, bytes]): [string, Uint8Array] => [path, bytes])

/** Files that can exist on a disk: no path is a file and a folder at once. */
function possible(entries: readonly (readonly [string, Uint8Array])[]): Readonly<Record<string, Uint8Array>> {
  const paths = entries.map(([path]) => path)
  return Object.fromEntries(entries.filter(([path]) => !paths.some((other) => other.startsWith(`${path}/`))))
}

/** The ID of one tool file; `a` if there is none. */
function present(entries: readonly (readonly [string, Uint8Array])[], index: number): string {
  const known = entries.flatMap(([path]) =>
    path.includes('/.ai/tools/') ? [path.replace(/^.*?\/tools\/|\.\w+$/g, '')] : [],
  )
  return known[index % Math.max(1, known.length)] ?? 'a'
}

/** Random workspaces around a few IDs, so that chains, shadows, merges and templates occur, and random bytes. */
export const anyQuestion: fc.Arbitrary<Question> = fc
  .record({
    entries: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: toolEntry },
        { weight: 2, arbitrary: oddEntry },
        { weight: 2, arbitrary: otherEntry },
      ),
      { minLength: 1, maxLength: 9 },
    ),
    dialect: fc.constantFrom(
      'lillux' as const,
      'lillux' as const,
      'lillux' as const,
      'lillux' as const,
      ...Object.values(dialects).map(({ name }) => name),
    ),
    search: fc.constantFrom('scoped' as const, 'global' as const),
    dev_mode: fc.boolean(),
    environ: fc.dictionary(fc.constantFrom('PATH', 'A', 'B', 'NAME'), anyText),
    item: fc.nat(),
    odd: mostly(fc.constant(undefined), oddId),
    parameters: fc.oneof(
      { weight: 12, arbitrary: fc.dictionary(anyKey, anyValue).map((given) => JSON.stringify(given)) },
      { weight: 1, arbitrary: scraps },
    ),
  })
  .map(({ entries, environ, item, odd, parameters, ...rules }) => ({
    files: possible(entries),
    settings: { ...testSettings, ...rules, world: { ...testSettings.world, environ } },
    item_id: odd ?? present(entries, item),
    parameters,
  }))
