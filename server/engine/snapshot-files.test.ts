import { expect, test } from 'vitest'
import type { FileChange } from '#core/run'
import { CarriedFiles } from './snapshot-files.ts'

// Files that a node of a walk writes for later nodes.

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const written = (path: string, text: string): FileChange => ({ path, change: 'created', bytes: bytes(text) })
const deleted = (path: string): FileChange => ({ path, change: 'deleted', bytes: null })
const start = [
  { path: '/project/old.txt', bytes: bytes('old'), mode: 0o644 },
  { path: '/project/.ai/tools/t.py', bytes: bytes('code'), mode: 0o644 },
]

test('a later node finds the files of an earlier node with their modes, but not its deleted files', () => {
  const files = new CarriedFiles(start)
  files.take([
    { ...written('/project/new.sh', 'new'), executable: true },
    written('/project/a.txt', 'a'),
    deleted('/project/old.txt'),
  ])
  expect(files.files).toEqual([
    start[1],
    { path: '/project/new.sh', bytes: bytes('new'), mode: 0o755 },
    { path: '/project/a.txt', bytes: bytes('a'), mode: 0o644 },
  ])
})

test('code that a node writes or deletes is reported, and no later node finds it', () => {
  const files = new CarriedFiles(start)
  files.take([
    deleted('/project/.ai/tools/t.py'),
    written('/user/.ai/tools/u.py', 'planted'),
    written('/project/.ai', ''),
  ])
  expect(files.files).toEqual(start)
  expect(files.changes().map(({ path }) => path)).toEqual([
    '/project/.ai',
    '/project/.ai/tools/t.py',
    '/user/.ai/tools/u.py',
  ])
})

test('a change without its bytes is reported, and the previous file stays', () => {
  const files = new CarriedFiles(start)
  files.take([{ path: '/project/old.txt', change: 'modified', bytes: null }])
  expect(files.files).toEqual(start)
  expect(files.changes()).toHaveLength(1)
})

test('the changes of a walk are all changes since its start, in path order', () => {
  const files = new CarriedFiles(start)
  files.take([written('/project/b.txt', '1'), written('/project/gone.txt', '1'), written('/project/old.txt', '2')])
  files.take([written('/project/b.txt', '2'), deleted('/project/gone.txt')])
  files.take([written('/project/a.txt', '3')])
  expect(files.changes().map(({ path, change }) => [path, change])).toEqual([
    ['/project/a.txt', 'created'],
    ['/project/b.txt', 'created'],
    ['/project/old.txt', 'modified'],
  ])
  files.take([deleted('/project/old.txt')])
  expect(files.changes().at(-1)).toMatchObject({ path: '/project/old.txt', change: 'deleted' })
})
