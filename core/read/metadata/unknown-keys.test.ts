import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dialects } from '../../rules/dialect.ts'
import { explainFixes } from '../../answer/fixes/explain.ts'
import { open, workspace } from '../../testing/workspace.ts'
import { readMetadata } from './read.ts'
import { keySchemaAt, metadataSchema, valuesIn } from './schema.ts'
import type { KeySchemas } from './key-schema.ts'
import { everyPart } from '../../pure-host.ts'

const found = (path: string, text: string) =>
  readMetadata(path, text, dialects.lillux, everyPart).diagnostics.flatMap((one) =>
    one.code === 'metadata-key-unknown' && one.at
      ? [[one.within, text.slice(one.at.start, one.at.end), one.meant] as const]
      : [],
  )

test.for([
  ['t.yaml', 'exectuor_id: x', [['', 'exectuor_id', 'executor_id']]],
  [
    't.yaml',
    'executorId: x\nEnv-Config: {}',
    [
      ['', 'executorId', 'executor_id'],
      ['', 'Env-Config', 'env_config'],
    ],
  ],
  ['t.yaml', 'config:\n  comand: ls', [['config', 'comand', 'command']]],
  ['t.yaml', 'config_resolve:\n  - pth: a\n  - moed: b', [['config_resolve', 'moed', 'mode']]],
  ['t.yaml', 'anchor: {env_paths: {P: {prepends: [a]}}}', [['anchor.env_paths.P', 'prepends', 'prepend']]],
  ['t.yaml', 'child_constraints: {a/b: {minVersion: 1}}', [['child_constraints.a/b', 'minVersion', 'min_version']]],
  [
    't.yaml',
    'config_schema: {properties: {n: {minlength: 1}}}',
    [['config_schema.properties.n', 'minlength', 'minLength']],
  ],
  ['t.py', '__exector_id__ = "x"', [['', '__exector_id__', '__executor_id__']]],
  ['t.py', 'ENV_CONFIG = {"interpretor": {}}', [['env_config', '"interpretor"', 'interpreter']]],
  [
    't.js',
    'export const __version__ = "1.0.0"\nexport const __tooltype__ = "x"',
    [['', '__tooltype__', '__tool_type__']],
  ],
] as const)('R2.2: a key similar to a known key is a finding: %s %s', ([path, text, keys]) => {
  expect(found(path, text)).toEqual(keys)
})

test.for([
  ['t.yaml', 'author: me\nname: t\ndescription: x\nnodes: {}'],
  ['t.yaml', 'config:\n  command: ls\n  comand: meant as a name of my own'],
  ['t.yaml', 'config: {greeting: hello, to: x, arg: y}'],
  ['t.yaml', 'env_config: {env: {TYPES: a, interpretr: b}}'],
  ['t.yaml', 'config: {headers: {urll: x}, body: {comand: y}}'],
  ['t.py', '__author__ = "me"\n__all__ = []\nEXECUTORS = []\n__license__ = "MIT"'],
] as const)('R2.2: the author’s own names have no finding: %s %s', ([path, text]) => {
  expect(found(path, text)).toEqual([])
})

test('thousands of unknown keys cause fewer than 200 findings', () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `comand${index}: x`)
  expect(found('t.yaml', `config: {${keys.join(', ')}}`).length).toBeLessThan(200)
})

test.for([
  { text: 'executor_id: rye/core/primitives/execute\nconfig: {comand: ls}', becomes: 'command' },
  { text: 'executor_id: rye/core/primitives/execute\nconfig: {"comand": ls}', becomes: '"command"' },
])("the fix keeps the key's spelling style: $text", ({ text, becomes }) => {
  const { workspace: files } = open(workspace`
    === project/tools/t.yaml
    ${text}
  `)
  const fixes = explainFixes(files, { item_id: 't', parameters: '{}' })
  expect(fixes.find(({ code }) => code === 'metadata-key-unknown')).toMatchObject({
    title: 'Write command',
    state: 'verified',
    changes: [{ kind: 'edit', text: becomes }],
  })
})

test('the schema contains every key that the engine reads from metadata', () => {
  const known = new Set<string>()
  const take = (keys: KeySchemas, depth = 0): void => {
    for (const [name, { keys: below, any }] of Object.entries(keys)) {
      known.add(name)
      if (depth > 4) continue
      take(below ?? {}, depth + 1)
      take(any?.keys ?? {}, depth + 1)
    }
  }
  take(metadataSchema)
  const folders = ['plan', 'plan/anchor', 'plan/env', 'plan/tool-config'].map((folder) =>
    join(import.meta.dirname, '../..', folder),
  )
  const asked = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(
          /\b(?:config|anchor|spec|entries|mutation|constraints|retry|settings|node|part|texts|templates|settingOf)\b(?:\.(?:get|has))?\((?:\w+, )*'(\w+)'/g,
        ),
      ])
      .map((match) => match[1] ?? ''),
  )
  expect(asked.length).toBeGreaterThan(30)
  // The sections of a tool config, which are not metadata.
  const elsewhere = new Set(['tools', 'defaults'])
  expect(asked.filter((name) => !known.has(name) && !elsewhere.has(name))).toEqual([])
})

test('the schema of a key is found by its path', () => {
  expect(keySchemaAt(['anchor', 'mode'])?.otherwise).toBe('auto')
  expect(keySchemaAt(['anchor', 'env_paths', 'PATH', 'append'])?.rule).toBe('R7.3')
  expect(keySchemaAt(['config_schema', 'properties', 'a', 'properties', 'b', 'type'])?.values).toHaveProperty('string')
  for (const path of [[], ['nothing'], ['anchor', 'nothing'], ['constructor'], ['anchor', '__proto__']])
    expect(keySchemaAt(path)).toBeUndefined()
})

test('interpreter types match those of the dialect', () => {
  const type = keySchemaAt(['env_config', 'interpreter', 'type'])!
  for (const dialect of Object.values(dialects))
    expect(Object.keys(valuesIn(dialect, type)).sort()).toEqual([...dialect.interpreters].sort())
})
