import { expect, test } from 'vitest'
import type { Analysis } from '../../answer/analysis.ts'
import { open, workspace, analyzeFiles, codesOf } from '../../testing/workspace.ts'
import { tool } from '../../testing/worst/attack.ts'
import { configPath } from './resolve.ts'

// R8.1, R8.2, R8.4: the layers of a tool config.

const layers = workspace`
  === system/config/web/a.yaml
  name: core
  «only_core»: 1
  list: [1, 2]
  map: {a: core, b: core, deep: {x: core}}
  extends: base
  === more/config/web/a.yaml
  name: more
  map: {c: more}
  === user/config/web/a.yaml
  name: user
  list: [3]
  map: {b: user, deep: {y: user}}
  extends: other
  === project/config/web/a.yaml
  name: «project»
  map: {a: null, deep: {x: «project»}}
  === user/config/web/b.yaml
  only: user
  === project/config/web/empty.yaml
  === user/config/web/empty.yaml
  a: 1
`

const asking = (spec: string, more: Readonly<Record<string, string>> = {}): Analysis => {
  const tool = `executor_id: rye/core/primitives/execute\nconfig: {command: ls}\nconfig_resolve: ${spec}\n`
  return open({ files: { ...layers.files, ...more, '/project/.ai/tools/t.yaml': tool } }).analyze('t')
}

const merged = {
  name: 'project',
  only_core: 1,
  list: [3],
  map: { a: null, b: 'user', deep: { x: 'project', y: 'user' }, c: 'more' },
}

test.for([
  { spec: '{path: web/a.yaml, mode: deep_merge}', config: merged },
  { spec: '{path: web/a.yaml}', config: merged },
  { spec: '{path: ./web//x/../a.yaml}', config: merged },
  {
    spec: '{path: web/a.yaml, mode: first_match}',
    config: { name: 'project', map: { a: null, deep: { x: 'project' } } },
  },
  { spec: '{path: web/b.yaml, mode: first_match}', config: { only: 'user' } },
  { spec: '{path: web/empty.yaml, mode: first_match}', config: {} },
  { spec: '{path: web/empty.yaml}', config: { a: 1 } },
  { spec: '{path: web/none.yaml}', config: {} },
  { spec: '[{path: web/b.yaml}]', config: { 'web/b.yaml': { only: 'user' } } },
  {
    spec: '[{path: web/b.yaml}, {path: web/empty.yaml, mode: first_match}]',
    config: { 'web/b.yaml': { only: 'user' }, 'web/empty.yaml': {} },
  },
  { spec: '[]', config: null },
])('R8.2: $spec resolves to the expected config', ({ spec, config }) => {
  expect(asking(spec).resolved_config).toEqual(config)
})

test.for([
  { spec: '{path: web/a.yaml}', spaces: ['system:core', 'system:more', 'user', 'project'] },
  { spec: '{path: web/a.yaml, mode: first_match}', spaces: ['project'] },
  { spec: '{path: web/b.yaml}', spaces: ['user'] },
  { spec: '{path: web/none.yaml}', spaces: [] },
])('R8.2: the layers of $spec are $spaces, in this order', ({ spec, spaces }) => {
  const event = asking(spec).trace.find((one) => one.step === 'resolve_config')
  expect(event?.step === 'resolve_config' && event.layers.map(({ space }) => space)).toEqual(spaces)
})

test('R8.2: a missing config is reported with the searched places', () => {
  const reported = asking('{path: web/none.yaml}').diagnostics.find(({ code }) => code === 'config-not-found')
  expect(reported?.facts['searched']).toEqual([
    '/project/.ai/config/web/none.yaml',
    '/user/.ai/config/web/none.yaml',
    '/system/.ai/config/web/none.yaml',
    '/more/.ai/config/web/none.yaml',
  ])
})

test.for([
  { path: 'a.yaml', normal: 'a.yaml' },
  { path: './a//b/./c.yaml', normal: 'a/b/c.yaml' },
  { path: 'a/../b.yaml', normal: 'b.yaml' },
  { path: 'a/b/../../c.yaml', normal: 'c.yaml' },
  { path: '/a.yaml', normal: undefined },
  { path: '../a.yaml', normal: undefined },
  { path: 'a/../../b.yaml', normal: undefined },
  { path: 'a\0b', normal: undefined },
  { path: '..a/b.yaml', normal: '..a/b.yaml' },
])('R8.1: the path $path is normalized to $normal', ({ path, normal }) => {
  expect(configPath(path)).toBe(normal)
  if (normal !== undefined || path.includes('\0')) return
  const run = asking(`{path: ${JSON.stringify(path)}}`)
  expect(run.status).toBe('refused')
  expect(run.diagnostics).toContainEqual(expect.objectContaining({ code: 'config-path-invalid', severity: 'error' }))
})

test.for([
  { text: 'a: [', code: 'config-unreadable' },
  { text: '[a, b]', code: 'config-unreadable' },
  { text: 'text', code: 'config-unreadable' },
])('R8.2: a layer with $text stops the run', ({ text, code }) => {
  const run = asking('{path: web/a.yaml}', { '/user/.ai/config/web/a.yaml': text })
  expect(run.status).toBe('refused')
  expect(run.diagnostics).toContainEqual(expect.objectContaining({ code, severity: 'error' }))
})

test('R8.4: every leaf lists its layer and the layers it overrides, in reverse order', () => {
  const { provenance } = asking('{path: web/a.yaml}')
  const reported = Object.fromEntries(
    Object.entries(provenance)
      .filter(([pointer]) => pointer.startsWith('/resolved_config/'))
      .map(([pointer, { by, beat }]) => [
        pointer.slice('/resolved_config'.length),
        [by, ...beat.map((loser) => loser.by)].map((who) => (who.kind === 'config' ? who.space : who.kind)),
      ]),
  )
  expect(reported).toEqual({
    '/name': ['project', 'user', 'system:more', 'system:core'],
    '/only_core': ['system:core'],
    '/list': ['user', 'system:core'],
    '/map/a': ['project', 'system:core'],
    '/map/b': ['user', 'system:core'],
    '/map/c': ['system:more'],
    '/map/deep/x': ['project', 'system:core'],
    '/map/deep/y': ['user'],
  })
  expect(provenance['/resolved_config/name']?.at).toMatchObject(layers.marks[1]!)
  expect(provenance['/resolved_config/map/deep/x']?.at).toMatchObject(layers.marks[2]!)
  expect(provenance['/resolved_config/list']?.beat).toMatchObject([{ value: [1, 2], because: 'overridden' }])
})

test('R8.2: a map and a value of another type replace each other', () => {
  const { resolved_config } = asking('{path: x.yaml}', {
    '/user/.ai/config/x.yaml': 'a: {m: 1}\nb: text\nc: {m: 1}\n',
    '/project/.ai/config/x.yaml': 'a: 5\nb: {n: 2}\nc: {}\n',
  })
  expect(resolved_config).toEqual({ a: 5, b: { n: 2 }, c: { m: 1 } })
})

test('R8.4: __proto__, constructor and prototype are data', () => {
  const run = asking('{path: x.yaml}', {
    '/user/.ai/config/x.yaml': '__proto__: {a: user, b: user}\nconstructor: {prototype: {p: user}}\n',
    '/project/.ai/config/x.yaml': '__proto__: {a: project}\nconstructor: {prototype: {q: project}}\nprototype: 1\n',
  })
  expect(JSON.parse(JSON.stringify(run.resolved_config))).toEqual(
    JSON.parse(
      '{"__proto__": {"a": "project", "b": "user"}, "constructor": {"prototype": {"p": "user", "q": "project"}}, "prototype": 1}',
    ),
  )
  expect(({} as Readonly<Record<string, unknown>>)['a']).toBeUndefined()
  expect(Object.keys(run.provenance)).toEqual(
    expect.arrayContaining(['/resolved_config/__proto__/a', '/resolved_config/constructor/prototype/p']),
  )
})

test('R8.1: lilux resolves no config', () => {
  const tool =
    'executor_id: rye/core/primitives/subprocess\nconfig: {command: ls}\nconfig_resolve: {path: web/a.yaml}\n'
  const run = open({ files: { ...layers.files, '/project/.ai/tools/t.yaml': tool } }, { dialect: 'lilux' }).analyze('t')
  expect(run.resolved_config).toBeNull()
})

const reported = ['config-resolves-nothing']
test.for([
  { spec: '{path: w.yaml}', config: { a: 1 }, codes: [] },
  { spec: '{path: w.yaml, mode: null}', config: { a: 1 }, codes: [] },
  { spec: '{path: w.yaml, mode: first_match}', config: { a: 1 }, codes: [] },
  { spec: '{path: w.yaml, mode: merge}', config: {}, codes: reported },
  { spec: '{path: w.yaml, mode: First_Match}', config: {}, codes: reported },
  { spec: '{path: w.yaml, mode: 1}', config: {}, codes: reported },
  { spec: '{mode: deep_merge}', config: {}, codes: reported },
  { spec: 'w.yaml', config: {}, codes: reported },
  { spec: '[{path: w.yaml, mode: x}]', config: { 'w.yaml': {} }, codes: reported },
  { spec: '[{mode: deep_merge}]', config: {}, codes: reported },
  { spec: '[w.yaml]', config: null, codes: ['config-wrong-type'] },
  { spec: '[null]', config: null, codes: ['config-wrong-type'] },
])('R8.1: $spec resolves to $config', ({ spec, config, codes }) => {
  const run = analyzeFiles({
    ...tool(`config: {command: ls}\nconfig_resolve: ${spec}`),
    '/user/.ai/config/w.yaml': 'a: 1\n',
  })
  expect(run.resolved_config).toEqual(config)
  expect(codesOf(run).filter((code) => code.startsWith('config-'))).toEqual(codes)
  expect(run.status).toBe(config === null ? 'refused' : 'ready')
})

test.for([
  { spec: '{path: w.yaml, mode: "deep_merge "}', config: {}, warned: true },
  { spec: '{path: w.yaml, mode: false}', config: {}, warned: true },
  { spec: '{path: w.yaml, mode: [deep_merge]}', config: {}, warned: true },
  { spec: '{path: null}', config: {}, warned: true },
  { spec: '{path: d/../w.yaml}', config: { a: 1 }, warned: false },
  { spec: '[{path: w.yaml}, {path: none.yaml}]', config: { 'w.yaml': { a: 1 }, 'none.yaml': {} }, warned: false },
  { spec: '[{path: w.yaml}, {path: v.yaml, mode: x}]', config: { 'w.yaml': { a: 1 }, 'v.yaml': {} }, warned: true },
  { spec: '[{path: w.yaml}, [w.yaml]]', config: null, warned: false },
  { spec: '[{path: w.yaml}, 5]', config: null, warned: false },
])('R8.1: $spec resolves to $config', ({ spec, config, warned }) => {
  const run = analyzeFiles({
    ...tool(`config: {command: ls}\nconfig_resolve: ${spec}`),
    '/project/.ai/config/w.yaml': 'a: 1\n',
  })
  expect(run.resolved_config).toEqual(config)
  expect(codesOf(run).includes('config-resolves-nothing')).toBe(warned)
  expect(run.status).toBe(config === null ? 'refused' : 'ready')
})
