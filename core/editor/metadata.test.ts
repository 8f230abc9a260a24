import { expect, test } from 'vitest'
import { dialects } from '../rules/dialect.ts'
import { metadataHover, metadataOffers } from './metadata.ts'
import { wordAt } from './ids.ts'

/** The suggestions at the position that a bar marks in a file. */
const offersAt = (path: string, marked: string, dialect = dialects.lillux) => {
  const offset = marked.indexOf('|')
  return metadataOffers(dialect, path, marked.replace('|', ''), offset)
}
const labels = (path: string, marked: string, dialect = dialects.lillux) =>
  offersAt(path, marked, dialect).map(({ label }) => label)

test.for([
  ['t.yaml', 'anchor:\n  |', 'markers_any'],
  ['t.yaml', 'anchor:\n  mode: auto\n  ro|', 'root'],
  ['t.yaml', 'anchor: {mode: auto, |}', 'root'],
  ['t.yaml', 'anchor:\n  env_paths:\n    PATH:\n      |', 'prepend'],
  ['t.yaml', 'anchor: {mode: auto,\n  |}', 'root'],
  ['t.yaml', 'anchor: {\n  # one each\n  mode: auto,\n\n  |\n}', 'root'],
  ['t.yaml', 'anchor:\n  env_paths: {PATH: {append: [a,\n      b],\n    |', 'prepend'],
  ['t.yaml', 'config_resolve:\n  - {path: a.yaml,\n     |}', 'mode'],
  ['t.yaml', 'config: {a: [}\nanchor:\n  |', 'root'],
  ['t.yaml', 'env_config:\n  # found below\n\n  interpreter:\n    |', 'fallback'],
  ['t.yaml', 'config_resolve:\n  - path: a.yaml\n    |', 'mode'],
  ['t.yaml', 'config_resolve:\n- |', 'path'],
  ['t.yaml', 'config_schema:\n  properties:\n    name:\n      |', 'minLength'],
  ['t.yaml', 'CONFIG:\n  |', 'command'],
  ['t.yaml', '|', 'executor_id'],
  ['t.yaml', 'version: "1"\nexec|', 'execution_params'],
  ['t.py', '|', '__executor_id__'],
  ['t.py', 'CONFIG = {"command": "a", "ar|', 'args'],
  ['t.py', 'CONFIG = {\n  "auth": {"type": "x"},\n  |\n}', 'args'],
  ['t.py', '"""Says {this\n"""\nENV_CONFIG = {"interpreter": {\n    # how\n    |', 'binary'],
  ['t.js', 'export const |', '__executor_id__'],
  ['t.js', 'export const CONFIG: Config = { retry: { | } }', 'max_attempts'],
] as const)('the keys of a level are suggested there: %s %s', ([path, text, offered]) => {
  expect(labels(path, text)).toContain(offered)
})

test.for([
  ['t.yaml', 'anchor:\n  mode: |', ['auto', 'always', 'never']],
  ['t.yaml', 'anchor: {mode: a|', ['auto', 'always', 'never']],
  ['t.yaml', 'anchor: {enabled: true,\n  mode: |}', ['auto', 'always', 'never']],
  ['t.yaml', 'config: {command: ls, args: [a,\n  b]}\nanchor:\n  mode: |', ['auto', 'always', 'never']],
  ['t.yaml', 'config_resolve:\n  path: a\n  mode: |', ['deep_merge', 'first_match']],
  ['t.yaml', 'env_config:\n  interpreter:\n    type: |', ['local_binary', 'system_binary', 'command']],
  ['t.py', 'ANCHOR = {"root": "|"}', ['tool_dir', 'tool_parent', 'project_path']],
  ['t.py', 'VERIFY_DEPS = {"enabled": |}', ['true', 'false']],
] as const)('only the values of a key are suggested: %s %s', ([path, text, offered]) => {
  expect(labels(path, text)).toEqual(offered)
})

test('a list gets suggestions for the values of its items', () => {
  const kiwi = dialects.kiwi
  expect(labels('t.yaml', 'env_config:\n  interpreter:\n    search:\n      - |', kiwi)).toEqual([
    'project',
    'user',
    'system',
  ])
  expect(labels('t.yaml', 'env_config:\n  interpreter:\n    search: [project,\n      |]', kiwi)).toContain('user')
  expect(labels('t.py', 'ENV_CONFIG = {"interpreter": {"search": ["project", "|', kiwi)).toContain('user')
})

test('a suggestion is inserted in the syntax of the language', () => {
  const insert = (path: string, text: string) => offersAt(path, text)[0]?.insert
  expect(insert('t.yaml', 'anchor:\n  |')).toBe('enabled: ')
  expect(insert('t.py', 'ANCHOR = {|')).toBe('"enabled": ')
  expect(insert('t.py', 'ANCHOR = {"|')).toBe('enabled')
  expect(insert('t.py', 'ANCHOR = {"enabled": |')).toBe('True')
  expect(insert('t.js', 'const ANCHOR = {enabled: |')).toBe('true')
  expect(insert('t.py', 'ANCHOR = {"mode": |')).toBe('"auto"')
  expect(insert('t.yaml', '|')).toBe('version: ')
  expect(insert('t.sh', '#!/bin/sh\n# |')).toBe('__version__ = ')
  expect(insert('t.js', 'let a = 1\n|')).toBe('export const __version__ = ')
  expect(insert('t.js', 'export const |')).toBe('__version__ = ')
  expect(insert('t.sh', '# ANCHOR = {\n#   |')).toBe('"enabled": ')
})

test.for([
  ['t.yaml', 'elsewhere:\n  |'],
  ['t.yaml', 'config:\n  input_data: |-\n    some text\n    |'.replace('|-', '>-')],
  ['t.yaml', 'anchor:\n  mode: auto # or |'],
  ['t.yaml', 'version |'],
  ['t.yaml', 'config:\n  command: ls\n    |'],
  ['t.py', '__tool_type__ = "python"|'],
  ['t.py', '__tool_type__ = "python" |'],
  ['t.py', 'ANCHOR = {"mode": "auto"|}'],
  ['t.py', 'ANCHOR = {"mode": "auto" |}'],
  ['t.py', 'VERIFY_DEPS = {"enabled": True |}'],
  ['t.py', 'ENV_CONFIG = {"interpreter": {"search": ["project"|]}}'],
  ['t.py', 'ANCHOR = {"mode": "auto"} |'],
  ['t.js', "export const __tool_type__ = 'python'|"],
  ['t.js', 'export const __tool_type__: string = "python" |'],
  ['t.yaml', 'tool_type: "python"|'],
  ['t.yaml', 'tool_type: python |'],
  ['t.yaml', 'anchor: {mode: auto |}'],
  ['t.yaml', 'anchor:\n  mode |'],
  ['t.py', 'def f():\n  x = {"|'],
  ['t.py', '"""anchor = {|'],
  ['t.py', 'print(|'],
  ['t.json', '{"anchor": {|'],
  ['t.sh', '|'],
  ['t.sh', 'echo\n# |'],
] as const)('no suggestion is offered elsewhere: %s %s', ([path, text]) => {
  expect(labels(path, text)).toEqual([])
})

test('kiwi has no suggestions for JavaScript, and marks keys that it does not read', () => {
  expect(labels('t.js', '|', dialects.kiwi)).toEqual([])
  const text = 'env_config:\n  interpreter:\n    |'
  const offers = offersAt('t.yaml', text, dialects.kiwi)
  expect(offers.find(({ label }) => label === 'resolve_cmd')?.detail).toBe('not read in kiwi')
  expect(offers.toSorted((a, b) => a.rank - b.rank).at(-1)?.detail).toBe('not read in kiwi')
})

const hover = (path: string, text: string, at: string, dialect = dialects.lillux) =>
  metadataHover(dialect, path, text, wordAt(text, text.lastIndexOf(at)))?.markdown

test('hover shows the meaning of a key, its default and its rule', () => {
  const said = hover('t.yaml', 'anchor:\n  mode: auto', 'mode')
  expect(said).toContain('**mode**: when the anchor is active')
  expect(said).toContain('`never`: never active')
  expect(said).toContain('Default: auto. Rule R7.1.')
  expect(hover('t.py', 'VERIFY_DEPS = {"scope": "anchor"}', 'scope')).toContain('Rule R7.4.')
  expect(hover('t.yaml', 'config_resolve:\n  path: a', 'path', dialects.kiwi)).toContain(
    'a path relative to .ai/config',
  )
  expect(hover('t.yaml', 'config_resolve: {}', 'config_resolve', dialects.kiwi)).toContain('Not read in kiwi.')
})

test('hover links to the page of the top-level key', () => {
  const text = 'anchor:\n  mode: auto'
  const pageAt = (at: string) =>
    metadataHover(dialects.lillux, 't.yaml', text, wordAt(text, text.lastIndexOf(at)))?.page
  expect([pageAt('anchor'), pageAt('mode')]).toEqual(['key-anchor', 'key-anchor'])
})

test('hover shows the meaning of a value', () => {
  expect(hover('t.yaml', 'anchor:\n  mode: auto', 'auto')).toBe(
    '**auto**: active if a file in markers_any is next to the tool',
  )
  expect(hover('t.py', '__tool_type__ = "runtime"', 'runtime')).toContain('runs tools with an interpreter')
})

test('hover has no text for names that only look like keys', () => {
  expect(hover('t.py', 'x = CONFIG', 'CONFIG')).toBeUndefined()
  expect(hover('t.yaml', 'config:\n  input_data: >\n    mode: x', 'mode')).toBeUndefined()
  expect(hover('t.yaml', 'other:\n  mode: auto', 'mode')).toBeUndefined()
})
