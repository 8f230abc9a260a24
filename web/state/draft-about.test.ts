import { expect, test } from 'vitest'
import type { Snapshot } from '#core/workspace'
import { aboutOf, readAbout } from './draft-about.ts'
import { headerOf, readRecord } from './draft-record.ts'

const snapshot: Snapshot = {
  format: 1,
  name: 'n',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.2.0' },
  item_id: 'a',
  parameters: '{}',
  files: { '/project/.ai/tools/a.py': '', '/project/notes': '' },
}
const items = [
  { item_id: 'a', path: '/project/.ai/tools/a.py', space: 'project', shadowed: [] },
  { item_id: 'b', path: '/system/x/.ai/tools/b.py', space: 'system:x', shadowed: [] },
] as const

test('the summary of a draft has its item, its own items and its files', () => {
  const about = aboutOf(snapshot, { analysis: undefined, items })
  expect(about).toEqual({ item_id: 'a', items: 1, files: 2, status: 'unknown', chain: [] })
  expect(readAbout(JSON.parse(JSON.stringify(about)))).toEqual(about)
})

test.for([
  undefined,
  'about',
  { item_id: 'a' },
  { item_id: 'a', items: '1', files: 1, status: 'ready', chain: [] },
  { item_id: 'a', items: 1, files: 1, status: 'well', chain: [] },
  { item_id: 'a', items: 1, files: 1, status: 'ready', chain: [{ role: 'king', space: 'project' }] },
])('a saved summary with another format is ignored: %j', (value) => {
  expect(readAbout(value)).toBeUndefined()
  // The draft is still listed.
  const kept = { format: 1, id: 'x', snapshot, origin: { kind: 'own' }, edited_at: 1, trashed: false, about: value }
  const header = headerOf(readRecord(kept)!)
  expect(header).toMatchObject({ id: 'x' })
  expect(header).not.toHaveProperty('about')
})
