import { expect, test } from 'vitest'
import { listItems } from './items.ts'
import { findItem, findShadowed, nearMisses, placesFrom, placesInReach } from './resolve.ts'
import { limits } from '../limits.ts'
import { pureHost } from '../pure-host.ts'
import { findingsOf, open, testSettings, workspace } from '../testing/workspace.ts'
import { Workspace } from '../workspace/workspace.ts'

// R1: the file of an ID.

const everywhere = workspace`
  === project/tools/a.yaml
  === user/tools/a.yaml
  === system/tools/a.yaml
  === more/tools/a.yaml
  === user/tools/b.yaml
  === system/tools/b.yaml
  === more/tools/c.yaml
`

test.for([
  { id: 'a', path: '/project/.ai/tools/a.yaml', space: 'project' },
  { id: 'b', path: '/user/.ai/tools/b.yaml', space: 'user' },
  { id: 'c', path: '/more/.ai/tools/c.yaml', space: 'system:more' },
  { id: 'd', path: undefined, space: undefined },
])('R1.1: the space of the first place in order that contains $id is $space', ({ id, path, space }) => {
  const { workspace: here } = open(everywhere)
  const match = findItem(here, id, here.places)
  expect([match?.path, match?.place.space]).toEqual([path, space])
})

test('R1.1: a primitive of the dialect needs no file, and a file with its ID overrides it', () => {
  const tool = workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: ls}
  `
  const builtin = open(tool).analyze('t')
  expect(builtin.chain[1]).toMatchObject({ path: null, space: 'system', tool_type: 'primitive' })
  const { write, analyze } = open(tool)
  write('/system/.ai/tools/rye/core/primitives/execute.yaml', 'version: "7"\n')
  expect(analyze('t').chain[1]).toMatchObject({ space: 'system:core', version: '7' })
})

test.for([
  { from: 'project', scoped: ['project', 'user', 'system:core', 'system:more'] },
  { from: 'user', scoped: ['user', 'system:core', 'system:more'] },
  { from: 'system:core', scoped: ['system:core', 'system:more'] },
  { from: 'system', scoped: ['system:core', 'system:more'] },
])('R1.2: a $from element sees $scoped, and everything in a global search', ({ from, scoped }) => {
  const { workspace: here } = open(everywhere)
  expect(placesInReach(here, from).map(({ space }) => space)).toEqual(scoped)
  expect(placesFrom(here, from).map(({ space }) => space)).toEqual(scoped)
  const global = open(everywhere, { search: 'global' }).workspace
  expect(placesFrom(global, from)).toEqual(global.places)
})

test('R1.2: a user tool does not see a project runtime', () => {
  const files = workspace`
    === user/tools/t.yaml
    executor_id: runner
    === project/tools/runner.yaml
    executor_id: rye/core/primitives/execute
    config: {command: ls}
  `
  const run = open(files).analyze('t')
  expect(run).toMatchObject({ status: 'refused', chain: [{ item_id: 't' }] })
  expect(run.diagnostics[0]).toMatchObject({
    code: 'executor-not-found',
    facts: { near: [{ because: 'out-of-reach', space: 'project' }] },
  })
  expect(open(files, { search: 'global' }).analyze('t').chain).toHaveLength(3)
})

const extensions = ['.py', '.yaml', '.yml', '.json', '.js', '.ts', '.mjs', '.cjs', '.sh', '.toml']

test.for(extensions.map((extension, index) => [extension, extensions.slice(index)] as const))(
  'R1.3: %s takes precedence over every later extension',
  ([extension, present]) => {
    const { workspace: here, analyze } = open({
      files: Object.fromEntries(present.toReversed().map((one) => [`/user/.ai/tools/x/t${one}`, ''])),
    })
    const match = findItem(here, 'x/t', here.places)
    expect(match?.path).toBe(`/user/.ai/tools/x/t${extension}`)
    expect(match?.others).toEqual(present.slice(1).map((one) => `/user/.ai/tools/x/t${one}`))
    expect(findingsOf(analyze('x/t')).includes('extension-ambiguous')).toBe(present.length > 1)
  },
)

test('R1.3: neither a Markdown file nor a directory is a tool', () => {
  const { workspace: here } = open(workspace`
    === project/tools/t.md
    === project/tools/dir.py/inner.py
  `)
  expect(findItem(here, 't', here.places)).toBeUndefined()
  expect(findItem(here, 'dir', here.places)).toBeUndefined()
})

test.for([
  { id: '', because: 'empty' },
  { id: '/etc/passwd', because: 'absolute' },
  { id: '..', because: 'segment' },
  { id: 'a/../b', because: 'segment' },
  { id: 'a/./b', because: 'segment' },
  { id: 'a//b', because: 'segment' },
  { id: 'a/', because: 'segment' },
  { id: 'a\\b', because: 'backslash' },
  { id: 'a\0b', because: 'nul' },
])('R1.4: $id is not a valid item ID or executor ID ($because)', ({ id, because }) => {
  const { analyze, write } = open({ files: {} })
  expect(analyze(id)).toMatchObject({
    status: 'not_found',
    diagnostics: [{ code: 'item-id-invalid', facts: { because } }],
  })
  write('/project/.ai/tools/t.yaml', `executor_id: ${JSON.stringify(id).replace('\\u0000', '\\0')}\n`)
  const run = analyze('t')
  expect(run.diagnostics.find(({ code }) => code === 'executor-id-invalid')?.facts['because']).toBe(because)
  expect(run.status).toBe('refused')
})

test.for(['5', '0', '[a]', '{a: b}', 'false', '1.5'])('R1.4: an executor that is %s is an error', (written) => {
  const run = open(workspace`
    === project/tools/t.yaml
    executor_id: «${written}»
  `).analyze('t')
  expect(run.diagnostics.find(({ code }) => code === 'executor-id-invalid')?.facts['because']).toBe('not-text')
})

test.for([
  { winner: 'project', hidden: ['/user/.ai/tools/a.yaml', '/system/.ai/tools/a.yaml', '/more/.ai/tools/a.yaml'] },
  { winner: 'user', hidden: ['/system/.ai/tools/a.yaml', '/more/.ai/tools/a.yaml'] },
  { winner: 'system:core', hidden: ['/more/.ai/tools/a.yaml'] },
  { winner: 'system:more', hidden: [] },
  { winner: 'nowhere', hidden: [] },
])('R1.5: the file in $winner shadows the files in the places after it, in order', ({ winner, hidden }) => {
  expect(findShadowed(open(everywhere).workspace, 'a', winner).map(({ path }) => path)).toEqual(hidden)
})

test('R1.5: a list shows each ID once, with its winner and the items it shadows', () => {
  const items = listItems(open(everywhere).workspace)
  expect(items.map(({ item_id, space, shadowed }) => [item_id, space, shadowed.length])).toEqual([
    ['a', 'project', 3],
    ['b', 'user', 1],
    ['c', 'system:more', 0],
  ])
})

test.for([
  { asked: 'demo/gret', near: 'demo/greet', because: 'similar' },
  { asked: 'demo/greet.py', near: 'demo/greet', because: 'extension' },
  { asked: 'Demo/Greet', near: 'demo/greet', because: 'case' },
  { asked: 'other/greet', near: 'demo/greet', because: 'same-stem' },
])('R1.6: $asked is similar to $near: $because', ({ asked, near, because }) => {
  const { workspace: here, analyze } = open(workspace`
    === project/tools/demo/greet.py
    === user/tools/unrelated/name.py
  `)
  expect(nearMisses(here, asked, here.places).near[0]).toMatchObject({ item_id: near, because })
  expect(analyze(asked)).toMatchObject({
    status: 'not_found',
    diagnostics: [{ code: 'item-not-found', facts: { searched: here.places.map(({ tools }) => tools) } }],
  })
})

test.for([
  ...['.rb', '.php', '.go', '.txt', '.md', '.PY', '.py.bak', '.py~', '.', ''].map((extension) => ({
    extension,
    asked: 'demo/greet',
  })),
  { extension: '.rb', asked: 'demo/greet.rb' },
  { extension: '.rb', asked: 'demo/greet.py' },
  { extension: '', asked: 'demo/greet.sh' },
])('R1.6: a file with the ID and the extension "$extension" is a near miss of $asked', ({ extension, asked }) => {
  const path = `/project/.ai/tools/demo/greet${extension}`
  const miss = { path, space: 'project', because: 'unread-extension' }
  const files = { [path]: 'x', '/project/.ai/tools/demo/greeting.d/x.rb': '' }
  const run = open({ files }).analyze(asked)
  expect(run.diagnostics).toMatchObject([{ code: 'item-not-found', facts: { near: [miss] } }])
  expect(run.diagnostics[0]?.hint).toContain(path)
  const above = open({ files: { ...files, '/project/.ai/tools/t.yaml': `executor_id: ${asked}\n` } }).analyze('t')
  const missing = above.diagnostics.find(({ code }) => code === 'executor-not-found')
  expect(missing).toMatchObject({ facts: { near: [miss] } })
  expect(missing?.hint).toContain(path)
})

test.for(['.rb', '.js', '.toml', '.yaml'])(
  'R1.6, kiwi: a %s file with the ID is a near miss, because no ID resolves to it',
  (extension) => {
    const path = `/project/.ai/tools/demo/greet${extension}`
    for (const asked of extension === '.yaml' ? ['demo/greet'] : ['demo/greet', 'greet']) {
      const { diagnostics } = open({ files: { [path]: '' } }, { dialect: 'kiwi' }).analyze(asked)
      expect(diagnostics[0]?.facts['near']).toContainEqual({
        item_id: asked,
        path,
        space: 'project',
        because: 'unread-extension',
      })
    }
  },
)

test('R1.6: a workspace without suggestions searches for no near misses', () => {
  const { tree } = open(everywhere)
  const here = new Workspace(testSettings, tree, pureHost, { suggests: false })
  expect(nearMisses(here, 'A', here.places)).toEqual({ near: [], work: 0 })
})

test('R1.6: a link to a tool file counts as a tool, and a link to a directory does not', () => {
  const { workspace: here, tree } = open({ files: { '/project/.ai/tools/demo/unrelated.yaml': '' } })
  tree.link('/project/.ai/tools/demo/greet.yaml', 'unrelated.yaml')
  tree.link('/project/.ai/tools/demo/great.yaml', '.')
  expect(nearMisses(here, 'demo/grert', here.places).near.map(({ item_id }) => item_id)).toEqual(['demo/greet'])
  expect(findItem(here, 'demo/great', here.places)).toBeUndefined()
})

test('R1.6: several files of the ID are all near misses', () => {
  const paths = ['php', 'rb'].map((extension) => `/project/.ai/tools/greet.${extension}`)
  const { workspace: here } = open({ files: Object.fromEntries(paths.map((path) => [path, ''])) })
  expect(nearMisses(here, 'greet', here.places).near.map(({ path }) => path)).toEqual(paths)
})

test.for([
  { dialect: 'lillux', file: 'demo/greet.rb', asked: 'greet', near: [] },
  { dialect: 'kiwi', file: 'demo/greet.rb', asked: 'greet', near: ['unread-extension'] },
  { dialect: 'lillux', file: 'demo/greet.js', asked: 'demo/greet.rb', near: ['extension'] },
  { dialect: 'kiwi', file: 'demo/greet.js', asked: 'demo/greet.rb', near: ['unread-extension'] },
  { dialect: 'kiwi', file: 'demo/greet.py', asked: 'demo/greet.rb', near: ['extension'] },
  { dialect: 'kiwi', file: 'greet.yaml', asked: 'greet.rb', near: ['extension'] },
] as const)('R1.6, $dialect: with $file, the near misses of $asked are $near', ({ dialect, file, asked, near }) => {
  const { workspace: here } = open({ files: { [`/project/.ai/tools/${file}`]: '' } }, { dialect })
  expect(nearMisses(here, asked, here.places).near.map(({ because }) => because)).toEqual(near)
})

test('the list has tools up to the maximum depth of folders', () => {
  const tool = (folders: number) => `/project/.ai/tools/${'d/'.repeat(folders)}t.yaml`
  const { workspace: here } = open({ files: { [tool(limits.valueDepth)]: '', [tool(limits.valueDepth + 1)]: '' } })
  expect(listItems(here).map(({ path }) => path)).toEqual([tool(limits.valueDepth)])
})

test('R1.6: a folder, another tool and an unreachable file are not files with an unread extension', () => {
  const { analyze } = open(workspace`
    === project/tools/a.rb/inner.txt
    === project/tools/b.test.yaml
    === project/tools/c.rb
    === user/tools/t.yaml
    executor_id: c
  `)
  for (const asked of ['a', 'b']) expect(JSON.stringify(analyze(asked).diagnostics)).not.toContain('unread-extension')
  expect(JSON.stringify(analyze('t').diagnostics)).not.toContain('unread-extension')
})

// macOS stores file names decomposed (NFD), but keyboards produce composed text (NFC).
test.for([
  { asked: 'demo/caf\u00e9', file: 'demo/cafe\u0301', because: 'unicode' },
  { asked: 'demo/cafe\u0301', file: 'demo/caf\u00e9', because: 'unicode' },
  { asked: '\u1100\u1161/\u212b', file: '\uac00/A\u030a', because: 'unicode' },
  { asked: 'demo/Caf\u00e9', file: 'demo/cafe\u0301', because: 'case' },
  { asked: 'demo/caf\u00e9.py', file: 'demo/cafe\u0301', because: 'extension' },
  { asked: 'other/caf\u00e9', file: 'demo/cafe\u0301', because: 'same-stem' },
])('R1.6: $asked and $file differ in Unicode normalization: $because', ({ asked, file, because }) => {
  const { workspace: here } = open({ files: { [`/project/.ai/tools/${file}.py`]: '' } })
  expect(nearMisses(here, asked, here.places).near[0]).toMatchObject({ item_id: file, because })
})

test('R1.6: an unrelated ID and a huge ID have no near misses', () => {
  const { workspace: here } = open(everywhere)
  expect(nearMisses(here, 'completely/different', here.places).near).toEqual([])
  const long = 'x'.repeat(100_000)
  const { workspace: there } = open({ files: { [`/project/.ai/tools/${long}y.py`]: '' } })
  expect(nearMisses(there, long, there.places).near).toEqual([])
})

test('a tool added to a place without tools is found, and shadows the tools of later places', () => {
  const bundles = Array.from({ length: 50 }, (_, index) => `b${index}`)
  const { workspace: here, write } = open(
    { files: { '/b49/.ai/tools/b.yaml': 'executor_id: none\n' } },
    { systems: bundles.map((id) => ({ bundle_id: id, version: '1.0.0', root: `/${id}` })) },
  )
  expect(findItem(here, 'b', here.places)?.path).toBe('/b49/.ai/tools/b.yaml')
  write('/b7/.ai/tools/b.yaml', 'executor_id: none\n')
  here.refresh()
  expect(findItem(here, 'b', here.places)?.path).toBe('/b7/.ai/tools/b.yaml')
  expect(findShadowed(here, 'b', 'system:b7').map(({ space }) => space)).toEqual(['system:b49'])
})
