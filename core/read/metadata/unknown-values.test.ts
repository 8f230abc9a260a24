import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolveRun } from '../../answer/analyze.ts'
import { dialects, type DialectName } from '../../rules/dialect.ts'
import { explainFixes } from '../../answer/fixes/explain.ts'
import { open, workspace } from '../../testing/workspace.ts'
import { readMetadata } from './read.ts'
import { everyPart } from '../../pure-host.ts'

const found = (path: string, text: string, dialect: DialectName = 'lillux') =>
  readMetadata(path, text, dialects[dialect], everyPart).diagnostics.flatMap((one) =>
    one.code === 'metadata-value-unknown' && one.at
      ? [[one.key, text.slice(one.at.start, one.at.end), one.meant] as const]
      : [],
  )

test.for([
  ['t.yaml', 'anchor:\n  mode: allways', [['anchor.mode', 'allways', 'always']]],
  [
    't.yaml',
    'anchor: {mode: off, root: toolDir}',
    [
      ['anchor.mode', 'off', null],
      ['anchor.root', 'toolDir', 'tool_dir'],
    ],
  ],
  ['t.yaml', 'verify_deps: {scope: "sibling"}', [['verify_deps.scope', '"sibling"', null]]],
  [
    't.yaml',
    'config_resolve:\n  - {path: a.yaml, mode: First-Match}',
    [['config_resolve.mode', 'First-Match', 'first_match']],
  ],
  ['t.py', 'ANCHOR = {"mode": "nver"}', [['anchor.mode', '"nver"', 'never']]],
  ['t.js', "export const ANCHOR = { root: 'project_pat' }", [['anchor.root', "'project_pat'", 'project_path']]],
] as const)('R2.2: a value that the engine does not accept is a finding: %s %s', ([path, text, values]) => {
  expect(found(path, text)).toEqual(values)
})

test.for([
  ['t.yaml', 'anchor: {mode: never, root: null, enabled: perhaps}'],
  ['t.yaml', 'tool_type: anything\nconfig: {mode: fast, retry: {backoff: linear}, method: PURGE}'],
  ['t.yaml', 'config_schema: {properties: {mode: {type: text}}}\nenv_config: {env: {mode: allways}}'],
  ['t.yaml', 'env_config: {interpreter: {type: venv_pyton, search: [porject]}}'],
] as const)('R2.2: other values have no finding: %s %s', ([path, text]) => {
  expect(found(path, text)).toEqual([])
})

test('an invalid value is a finding only in dialects that read its key', () => {
  const spaces = 'env_config: {interpreter: {type: venv_python, search: [porject, user]}}'
  expect(found('t.yaml', spaces, 'kiwi')).toEqual([['env_config.interpreter.search', 'porject', 'project']])
  const manager = 'env_config: {interpreter: {type: version_manager, manager: pyenb}}'
  expect(found('t.yaml', manager, 'lilux')).toEqual([['env_config.interpreter.manager', 'pyenb', 'pyenv']])
  expect(found('t.yaml', 'config_resolve: {mode: first}', 'lilux')).toEqual([])
})

test('no bundled file and no example has a value that the engine does not accept', () => {
  const files = ['bundles', '../examples'].flatMap((folder) => {
    const root = join(import.meta.dirname, '../..', folder)
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  })
  expect(files.length).toBeGreaterThan(30)
  for (const path of files)
    for (const dialect of ['kiwi', 'lilux', 'lillux'] as const)
      expect(found(path, readFileSync(path, 'utf8'), dialect)).toEqual([])
})

test('thousands of unknown values cause a bounded list of findings', () => {
  const values = Array.from({ length: 20_000 }, (_, index) => `porject${index}`)
  expect(found('t.yaml', `env_config: {interpreter: {search: [${values.join(', ')}]}}`, 'kiwi')).toHaveLength(200)
})

const settings = { dialect: 'lilux' } as const

test('R15.2: a value that http_client converts is a finding if the chain ends there', () => {
  const { workspace: files } = open(
    workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/http_client
      config: {url: "https://a.example", mode: streem, retry: {backoff: linear}}
      === project/tools/process.yaml
      executor_id: rye/core/primitives/subprocess
      config: {command: ls, args: ["{mode}"], mode: streem}
    `,
    settings,
  )
  const reported = (item: string) =>
    resolveRun(files, { item_id: item, parameters: '{}' }).findings.flatMap((one) =>
      one.code === 'metadata-value-unknown' ? [[one.key, one.meant, one.counts]] : [],
    )
  expect(reported('t')).toEqual([
    ['config.mode', 'stream', 'the engine uses sync'],
    ['config.retry.backoff', null, 'the engine uses none'],
  ])
  expect(reported('process')).toEqual([])
})

test.for([
  { value: 'allways', titles: ['Write always'], text: '"always"' },
  { value: 'sometimes', titles: ['Write auto', 'Write always', 'Write never'], text: '"auto"' },
])('the fix writes the intended value or offers each candidate: $value', ({ value, titles, text }) => {
  const { workspace: files } = open({
    files: {
      '/project/.ai/tools/t.yaml': `executor_id: rye/core/primitives/execute\nconfig: {command: ls}\nanchor: {mode: ${value}}`,
    },
  })
  const fixes = explainFixes(files, { item_id: 't', parameters: '{}' }).filter(
    ({ code }) => code === 'metadata-value-unknown',
  )
  expect(fixes.map(({ title }) => title)).toEqual(titles)
  expect(fixes[0]).toMatchObject({ state: 'verified', changes: [{ kind: 'edit', text }] })
})
