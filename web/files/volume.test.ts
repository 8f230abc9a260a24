import { expect, test } from 'vitest'
import { bytesOf } from './content.ts'
import { DraftVolume } from './volume.ts'

const files = { '/project/a.txt': 'a', '/project/deep/b.bin': { base64: 'AP8=' }, '/user/u.txt': 'u' }
const system = new Map([['/system/s/.ai/t.yaml', 'version: 1\n']])

test('a draft is mounted under the paths that tools see', () => {
  const volume = new DraftVolume(files, system)
  expect(volume.files().map(({ path }) => path)).toEqual([
    '/project/a.txt',
    '/project/deep/b.bin',
    '/system/s/.ai/t.yaml',
    '/user/u.txt',
  ])
  expect(volume.fs.readFileSync('/project/a.txt', 'utf8')).toBe('a')
  expect([...bytesOf(files['/project/deep/b.bin'])]).toEqual([0, 255])
})

test('the changes of a tool are the difference from the draft, without system files', () => {
  const volume = new DraftVolume(files, system)
  expect(volume.changesAgainst(files)).toEqual([])
  volume.apply([
    { path: '/project/new/c.txt', change: 'created', bytes: bytesOf('c') },
    { path: '/project/a.txt', change: 'modified', bytes: bytesOf('changed') },
    { path: '/user/u.txt', change: 'deleted', bytes: null },
    { path: '/system/s/.ai/t.yaml', change: 'modified', bytes: bytesOf('x') },
  ])
  const withOwnBundle = { ...files, '/system/own/.ai/tools/t.yaml': 'x' }
  expect(volume.changesAgainst(withOwnBundle)).toEqual(volume.changesAgainst(files))
  expect(volume.changesAgainst(files)).toEqual([
    ['/project/a.txt', 'changed'],
    ['/project/new/c.txt', 'c'],
    ['/user/u.txt', null],
  ])
})
