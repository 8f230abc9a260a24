import { expect, test } from 'vitest'
import { LongWork } from '../files/long-work.ts'
import { rootTargets, type TargetSpace } from '../files/import-targets.ts'
import { emptySnapshot } from '../state/open-draft.svelte.ts'
import { importRows, incomingOf, isSameProject, planImport } from './import-plan.ts'

const work = new LongWork(() => undefined)
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const foreign = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, text]) => ({ name, bytes: bytes(text) }))

function plan(files: Readonly<Record<string, string>>, to: Readonly<Record<string, TargetSpace>> = {}) {
  const given = foreign(files)
  const targets = rootTargets(given).map((one) => ({ ...one, to: to[one.root] ?? one.to }))
  return planImport(given, { targets, packages: 'none' }, work)
}

test('each root goes to its target, and a root without a target is omitted without a message', async () => {
  const files = { 'one/.ai/a.py': '1', 'two/.ai/b.py': '2', 'three/.ai/c.py': '3' }
  const made = await plan(files, { 'one/': 'user', 'two/': 'project' })
  expect(incomingOf(made)).toEqual({ '/user/.ai/a.py': '1', '/project/.ai/b.py': '2' })
  expect(made.skipped).toEqual([])
})

test('a root that becomes a bundle needs a name, and its files go to the bundle', async () => {
  expect((await plan({ 'x/.ai/a.py': '1' }, { 'x/': 'system' })).refused).toContain('bundle.json')
  const named = await plan({ 'x/.ai/a.py': '1', 'x/bundle.json': '{"bundle_id": "b", "version": "1.0.0"}' })
  expect(incomingOf(named)).toEqual({ '/system/b/.ai/a.py': '1' })
})

test('the rows name each changed, new and deleted file of the imported spaces', async () => {
  const made = await plan({ 'x/.ai/same.py': '1', 'x/.ai/changed.py': 'new', 'x/new.txt': 'n' })
  const draft = {
    '/project/.ai/same.py': '1',
    '/project/.ai/changed.py': 'old',
    '/project/gone.txt': 'g',
    '/project/node_modules/a/b.js': 'left out by the import',
    '/user/.ai/other.py': 'of another space',
  }
  expect(importRows(draft, made).map(({ path, kind }) => [path, kind])).toEqual([
    ['/project/.ai/changed.py', 'changed'],
    ['/project/gone.txt', 'gone'],
    ['/project/new.txt', 'new'],
  ])
})

test('loose files delete no file of the draft', async () => {
  const made = await plan({ 'notes.txt': '1' })
  const draft = { '/project/.ai/tools/a.py': '1', '/project/other.txt': '2' }
  expect(importRows(draft, made).map(({ path, kind }) => [path, kind])).toEqual([['/project/notes.txt', 'new']])
})

test.for([
  { name: 'the name of the draft', draft: { name: 'x', files: {} }, same: true },
  { name: 'another name and no common item', draft: { name: 'y', files: {} }, same: false },
  { name: 'a common item', draft: { name: 'y', files: { '/project/.ai/tools/a.py': 'old' } }, same: true },
])('an import with $name belongs to the open draft: $same', async ({ draft, same }) => {
  const made = await plan({ 'x/.ai/tools/a.py': '1', 'x/.ai/tools/b.py': '2' })
  expect(isSameProject({ ...emptySnapshot, ...draft }, 'x', made)).toBe(same)
})

test('loose files belong to the open draft', async () => {
  expect(isSameProject(emptySnapshot, 'notes.txt', await plan({ 'notes.txt': '1' }))).toBe(true)
})
