import { expect, test } from 'vitest'
import { dialects } from '../../rules/dialect.ts'
import { plain } from '../located.ts'
import { pyRepr } from '../value/text.ts'
import { readMetadata } from './read.ts'
import { everyPart } from '../../pure-host.ts'

const read = (path: string, text: string) => readMetadata(path, text, dialects.lillux, everyPart)

function fields(path: string, text: string): Record<string, string> {
  const { fields: found } = read(path, text)
  return Object.fromEntries([...found].map(([name, field]) => [name, pyRepr(plain(field.value))]))
}

// The spelling table of the corpus README, section 4.
test.for([
  ['t.py', '__version__ = "1"\nversion = "2"\nVERSION = "3"', { version: "'1'" }],
  ['t.py', 'CONFIG = {"a": 1}\nconfig = 2\n__config__ = 3', { config: "{'a': 1}" }],
  ['t.py', '__inputs__ = ["a"]\nINPUTS = ["b"]', { inputs: "['a']" }],
  ['t.py', 'INPUTS = ["b"]\n__inputs__ = ["a"]\nINPUTS = ["c"]', { inputs: "['a']" }],
  ['t.py', 'OUTPUTS = ["b"]\nOUTPUTS = ["c"]', { outputs: "['c']" }],
  ['t.py', '__executor_id__ = None', { executor_id: 'None' }],
  ['t.py', '__version__ = "1"\n__version__ = f()', { version: "'1'" }],
  ['t.js', 'const __version__ = 1.0;\nconst VERSION = 2', { version: '1' }],
  ['t.js', 'const ANCHOR = {a: 1}, anchor = 2', { anchor: "{'a': 1}" }],
  ['t.ts', 'export const OUTPUTS: string[] = ["a"] as const', { outputs: "['a']" }],
  ['t.mjs', 'export const __executor_id__ = null', { executor_id: 'None' }],
  ['t.cjs', 'var CONFIG = {}; module.exports = CONFIG', { config: '{}' }],
  ['t.yaml', 'version: 1\n__version__: 2\nVERSION: 3', { version: '2' }],
  ['t.yaml', '__version__:\nversion: 1', { version: 'None' }],
  ['t.yml', 'CONFIG: 1\nconfig: 2', { config: '1' }],
  ['t.yaml', 'inputs: [a]\nINPUTS: [b]\n__outputs__: [c]', { inputs: "['a']" }],
  ['t.yaml', '1: a\nyes: b\n', {}],
  ['t.yaml', '- version: 1', {}],
  ['t.yaml', '', {}],
  ['t.YAML', 'version: 1', {}],
  ['t.json', '{"version": "1"}', {}],
  ['t', 'version: 1', {}],
] as const)('R2.2 %s: %j sets %o', ([path, text, expected]) => {
  expect(fields(path, text)).toEqual(expected)
})

test.for([
  ['t.py', '__version__ = "1.0"\n', '__version__', '"1.0"'],
  ['t.yaml', 'a: 1\nversion: 1.0 # x\n', 'version', '1.0'],
  ['t.ts', 'export const __version__: string = ("1.0" satisfies string);\n', '__version__', '"1.0"'],
  ['t.js', 'a()\r\nvar __version__ = `1.0`', '__version__', '`1.0`'],
] as const)('R2.5 %s %j: key and value have their places', ([path, text, key, value]) => {
  const field = read(path, text).fields.get('version')
  const source = text.replaceAll('\r\n', '\n')
  expect(source.slice(field?.keyStart, field?.keyEnd)).toBe(key)
  expect(source.slice(field?.value.start, field?.value.end)).toBe(value)
  expect(field?.spelled).toBe(key)
})

test.for([
  { path: 't.py', text: '__version__ = "1\n', code: 'metadata-syntax' },
  { path: 't.py', text: '\ufeff__version__ = "1"\n', code: 'metadata-syntax' },
  { path: 't.yaml', text: 'a: [\n', code: 'metadata-syntax' },
  { path: 't.yaml', text: '['.repeat(300), code: 'yaml-limit' },
  { path: 't.js', text: 'const __version__ = "1" "2"\n', code: 'metadata-syntax' },
  { path: 't.ts', text: 'const __version__: = "1"\n', code: 'metadata-syntax' },
])('R2.1 $path $text is not metadata and has one error', ({ path, text, code }) => {
  const { fields: found, diagnostics } = read(path, text)
  expect(found.size).toBe(0)
  expect(diagnostics).toMatchObject([{ code, at: { path } }])
})

test.for([
  { path: 't.py', format: 'python', text: 'CONFIG: dict = {}', name: 'CONFIG', because: 'annotated' },
  { path: 't.py', format: 'python', text: 'a = CONFIG = {}', name: 'CONFIG', because: 'chained' },
  { path: 't.py', format: 'python', text: 'CONFIG = dict()', name: 'CONFIG', because: 'not-literal' },
  { path: 't.js', format: 'javascript', text: 'const CONFIG = {...base}', name: 'CONFIG', because: 'not-literal' },
  { path: 't.ts', format: 'javascript', text: 'let __version__', name: '__version__', because: 'no-value' },
  { path: 't.js', format: 'javascript', text: '__version__ = "1"', name: '__version__', because: 'not-declared' },
])('R2.1 $text causes a warning: $because', ({ path, format, text, name, because }) => {
  const { fields: found, diagnostics } = read(path, text)
  const start = text.indexOf(name)
  expect(found.size).toBe(0)
  expect(diagnostics).toEqual([
    { code: 'metadata-not-literal', at: { path, start, end: start + name.length }, name, because, format },
  ])
})

test.for([
  ['t.py', 'executor_id = "a/b"\n', 'executor_id', '__executor_id__'],
  ['t.js', 'export const config = {}\n', 'config', 'CONFIG'],
  ['t.ts', 'const __config_schema__ = {}\n', '__config_schema__', 'CONFIG_SCHEMA'],
  ['t.py', 'inputs = []\n', 'inputs', 'INPUTS'],
] as const)('R2.2 %s: %j gets a hint', ([path, text, name, meant]) => {
  const start = text.indexOf(name)
  const at = { path, start, end: start + name.length }
  expect(read(path, text).diagnostics).toEqual([{ code: 'metadata-lower-case', at, name, meant }])
})

test('R2.2 a field that is set correctly or computed has no hint', () => {
  expect(read('t.py', '__version__ = "1"\nversion = "2"\n').diagnostics).toEqual([])
  expect(read('t.py', 'config = load()\n').diagnostics).toEqual([])
})

test('R2.3 duplicate keys are reported', () => {
  const { fields: found, diagnostics } = read('t.yaml', 'version: 1\nversion: 2\n')
  expect(found.get('version')).toMatchObject({ keyStart: 11, value: { value: 2 } })
  expect(diagnostics).toMatchObject([{ code: 'yaml-duplicate-key', key: 'version' }])
})

test('R2.2 a script without metadata names is not parsed', () => {
  expect(read('t.js', 'this is not JavaScript').diagnostics).toEqual([])
  expect(fields('t.js', 'var \\u005f_version__ = "1"')).toEqual({ version: "'1'" })
})

test.for([
  {
    path: 't.json',
    text: '{"executor_id": "a", "version": "1"}',
    names: ['executor_id', 'version'],
    piece: '"executor_id"',
  },
  {
    path: 't.toml',
    text: 'x = """\ntool_type = 1\n"""\n[env_config]\nversion = 1\n',
    names: ['env_config'],
    piece: 'env_config',
  },
])('R2.6 a finding lists the names in $path that no dialect reads', ({ path, text, names, piece }) => {
  const { format, diagnostics } = read(path, text)
  expect(format).toBeNull()
  expect(diagnostics).toMatchObject([{ code: 'metadata-not-read', dialect: 'lillux', names }])
  expect(text.slice(diagnostics[0]?.at?.start, diagnostics[0]?.at?.end)).toBe(piece)
})

test('M8 the older dialects report that they read no metadata from JavaScript', () => {
  const text = 'const CONFIG = {}\nconst __version__ = f()\n'
  for (const dialect of [dialects.lilux, dialects.kiwi]) {
    const { fields: found, diagnostics } = readMetadata('t.js', text, dialect, everyPart)
    expect(found.size).toBe(0)
    expect(diagnostics).toMatchObject([
      { code: 'metadata-not-read', extension: '.js', dialect: dialect.name, names: ['CONFIG', '__version__'] },
    ])
  }
})

test.for([
  ['package.json', '{"name": "x", "version": "1", "config": {}}'],
  ['t.json', '{"a": {"executor_id": 1}}'],
  ['t.json', '["executor_id"]'],
  ['t.toml', 'a = 1\n[b]\nexecutor_id = 1\n'],
  ['t.sh', 'echo\n# executor_id: x\n'],
  ['t.md', '# executor_id: x\n'],
  ['t.js', 'export const version = 1\n'],
] as const)('R2.6 %s %j has no finding', ([path, text]) => {
  expect(readMetadata(path, text, dialects.kiwi, everyPart).diagnostics).toEqual([])
})
