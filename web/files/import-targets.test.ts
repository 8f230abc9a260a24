import { expect, test } from 'vitest'
import { rootTargets } from './import-targets.ts'
import { packageFilter } from './packages.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const foreign = (names: readonly string[]) => names.map((name) => ({ name, bytes: bytes('{}') }))

test.for([
  { names: ['repo/.ai/tools/a.py', 'repo/b.txt'], targets: [['repo/', 'project', 2]] },
  { names: ['a.txt'], targets: [['', 'project', 1]] },
  {
    names: ['x/project/.ai/tools/a.py', 'x/user/.ai/tools/b.py', 'x/draft.json'],
    targets: [
      ['x/project/', 'project', 1],
      ['x/user/', 'user', 1],
    ],
  },
  {
    names: ['one/.ai/a', 'two/.ai/b', 'two/c', 'out.txt'],
    targets: [
      ['one/', 'project', 1],
      ['two/', 'none', 2],
    ],
  },
  { names: ['repo/.ai/a', 'repo/node_modules/b/c.js', 'repo/.git/d'], targets: [['repo/', 'project', 1]] },
  { names: [], targets: [] },
])('an import of $names has the targets $targets', ({ names, targets }) => {
  expect(rootTargets(foreign(names)).map(({ root, to, count }) => [root, to, count])).toEqual(targets)
})

test.for([
  { manifest: '{"bundle_id": "team"}', to: 'system' },
  { manifest: '{"name": "team"}', to: 'project' },
  { manifest: '{', to: 'project' },
])('a folder with the bundle.json $manifest goes to $to', ({ manifest, to }) => {
  const files = [
    { name: 'team/.ai/tools/a.py', bytes: bytes('') },
    { name: 'team/bundle.json', bytes: bytes(manifest) },
  ]
  expect(rootTargets(files).map((one) => one.to)).toEqual([to])
})

const packages = [
  { name: 'r/.ai/tools/t.mjs', bytes: bytes("import a from 'a'\nimport '@s/b/part.js'\n") },
  { name: 'r/notes.md', bytes: bytes("import x from 'unused'\n") },
  { name: 'r/node_modules/a/package.json', bytes: bytes('{"dependencies": {"c": "1"}}') },
  { name: 'r/node_modules/a/node_modules/d/index.js', bytes: bytes('') },
  { name: 'r/node_modules/@s/b/part.js', bytes: bytes('') },
  { name: 'r/node_modules/@s/b/package.json', bytes: bytes('{') },
  { name: 'r/node_modules/c/index.js', bytes: bytes('') },
  { name: 'r/node_modules/unused/index.js', bytes: bytes('') },
  { name: 'r/node_modules/aa/index.js', bytes: bytes('') },
]

test.for([
  { choice: 'none', kept: [] },
  { choice: 'imported', kept: ['a', 'a/node_modules/d', '@s/b', 'c'] },
  { choice: 'all', kept: ['a', 'a/node_modules/d', '@s/b', 'c', 'unused', 'aa'] },
] as const)('the choice "$choice" imports the packages $kept', async ({ choice, kept }) => {
  const wanted = await packageFilter(packages, choice)
  const folders = packages.slice(2).flatMap(({ name }) => (wanted(name) ? name.slice(15).replace(/\/[^/]*$/, '') : []))
  expect([...new Set(folders)]).toEqual(kept)
})
