import { expect, test } from 'vitest'
import { everyPart } from '../../pure-host.ts'
import { readMetadata } from '../../read/metadata/read.ts'
import { fieldValue } from '../../read/metadata/metadata.ts'
import { encodeValue } from '../../read/value/encode.ts'
import { dialects, type DialectName } from '../../rules/dialect.ts'
import { editedText } from './fix.ts'
import { interpreterEdit } from './interpreter-edit.ts'

interface Row {
  readonly to: DialectName
  readonly from: object
  /** Undefined if no edit is offered. */
  readonly becomes: object | undefined
}

const rows: readonly Row[] = [
  {
    to: 'lillux',
    from: { type: 'venv_python', venv_path: 'env', var: 'PY', fallback: 'python3' },
    becomes: {
      type: 'local_binary',
      binary: 'python',
      candidates: ['python3'],
      search_paths: ['env/bin', 'env/Scripts'],
      var: 'PY',
      fallback: 'python3',
    },
  },
  {
    to: 'lillux',
    from: { type: 'venv_python', search: ['project', 'system'], var: 'PY' },
    becomes: {
      type: 'local_binary',
      binary: 'python',
      candidates: ['python3'],
      search_paths: ['.venv/bin', '.venv/Scripts'],
      var: 'PY',
      fallback: 'python3',
    },
  },
  {
    to: 'lilux',
    from: { type: 'venv_python', search: ['project'], var: 'PY' },
    becomes: { type: 'venv_python', var: 'PY' },
  },
  { to: 'lilux', from: { type: 'venv_python', venv_path: 'env', var: 'PY' }, becomes: undefined },
  {
    to: 'kiwi',
    from: { type: 'venv_python', venv_path: 'env', var: 'PY' },
    becomes: { type: 'venv_python', var: 'PY' },
  },
  {
    to: 'lillux',
    from: { type: 'node_modules', var: 'NODE' },
    becomes: { type: 'local_binary', binary: 'node', search_paths: ['node_modules/.bin'], var: 'NODE' },
  },
  {
    to: 'lillux',
    from: { type: 'generic', binary: 'bash', search: ['system'], var: 'SH' },
    becomes: { type: 'system_binary', binary: 'bash', var: 'SH' },
  },
  { to: 'kiwi', from: { type: 'system_binary', binary: 'jq' }, becomes: { type: 'generic', binary: 'jq' } },
  {
    to: 'lillux',
    from: { type: 'version_manager', manager: 'pyenv', version: '3.12', var: 'PY' },
    becomes: { type: 'command', resolve_cmd: ['pyenv', 'which', '3.12'], var: 'PY' },
  },
  {
    to: 'lilux',
    from: { type: 'local_binary', binary: 'python', search_paths: ['env/bin'], var: 'PY' },
    becomes: { type: 'venv_python', venv_path: 'env', var: 'PY' },
  },
  {
    to: 'lilux',
    from: { type: 'local_binary', binary: 'node', search_paths: ['tools/bin'], var: 'NODE' },
    becomes: { type: 'node_modules', search_paths: ['tools/bin'], var: 'NODE' },
  },
  { to: 'lilux', from: { type: 'local_binary', binary: 'jq' }, becomes: { type: 'system_binary', binary: 'jq' } },
  { to: 'lilux', from: { type: 'command', resolve_cmd: ['which', 'x'] }, becomes: undefined },
  { to: 'lillux', from: { type: 'local_binary', binary: 'jq' }, becomes: undefined },
  { to: 'lillux', from: { type: 'version_manager', manager: 'pyenv', version: 3 }, becomes: undefined },
  { to: 'lillux', from: { type: 'snake' }, becomes: undefined },
]

const json = (value: object): string => JSON.stringify(value)
const block = (value: object): string =>
  Object.entries(value)
    .map(([key, one]) => `    ${key}: ${JSON.stringify(one)} # a note\n`)
    .join('')

/** The same interpreter in each format, with a setting after it that must not change. */
const formats = [
  { path: 't.yaml', write: (value: object) => `env_config:\n  interpreter:\n${block(value)}  env: {A: "1"}\n` },
  { path: 't.yaml', write: (value: object) => `env_config: {interpreter: ${json(value)}, env: {A: "1"}}\n` },
  { path: 't.py', write: (value: object) => `ENV_CONFIG = {"interpreter": ${json(value)}, "env": {"A": "1"}}\n` },
  {
    path: 't.py',
    write: (value: object) =>
      `ENV_CONFIG = {\n    "interpreter": {\n${json(value).slice(1, -1)}\n    },\n    "env": {"A": "1"},\n}\n`,
  },
] as const

test.for(rows.flatMap((row) => formats.map((format) => ({ ...row, ...format }))))(
  'R6.3: an interpreter from another dialect in $path becomes one for $to: $from',
  ({ to, from, becomes, path, write }) => {
    const text = write(from)
    const read = (source: string) => readMetadata(path, source, dialects[to], everyPart)
    const edit = interpreterEdit(read(text), text, dialects[to])
    if (!edit || !becomes) return expect(edit).toBe(becomes)
    const changed = read(editedText(text, [edit]))
    const config = fieldValue(changed, 'env_config')
    expect(encodeValue(config ?? null)).toEqual({ interpreter: becomes, env: { A: '1' } })
    expect(changed.diagnostics).toEqual([])
  },
)

test('R6.3: a file without an interpreter has no edit', () => {
  const text = 'env_config: {env: {A: "1"}}\n'
  expect(
    interpreterEdit(readMetadata('t.yaml', text, dialects.lillux, everyPart), text, dialects.lillux),
  ).toBeUndefined()
})
