import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectChanges } from './changes.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rye-changes-'))
  for (const folder of ['project', 'user']) mkdirSync(join(root, folder))
})
afterEach(() => rmSync(root, { recursive: true }))

const caps = { entries: 100, bytes: 10, fileBytes: 8 }

test('R14.2: a file that cannot be returned is reported with the reason', async () => {
  writeFileSync(join(root, 'project/a'), '12345')
  writeFileSync(join(root, 'project/b'), '123456789')
  writeFileSync(join(root, 'project/c'), '123456')
  writeFileSync(join(root, 'project/d'), '12345')
  symlinkSync('/etc/passwd', join(root, 'user/link'))
  const reported = (await collectChanges(root, new Map(), caps))?.map(({ path, bytes, left_out }) => [
    path,
    bytes && Buffer.from(bytes).toString(),
    left_out,
  ])
  expect(reported).toEqual([
    ['/project/a', '12345', undefined],
    ['/project/b', null, { kind: 'limit', limit: 'file_bytes' }],
    ['/project/c', null, { kind: 'limit', limit: 'change_bytes' }],
    ['/project/d', '12345', undefined],
    ['/user/link', null, { kind: 'no-file' }],
  ])
})

test('R14.2: a file name that is not valid text is reported as omitted', async () => {
  const odd = Buffer.concat([Buffer.from(join(root, 'project/caf')), Buffer.from([0xe9])])
  writeFileSync(odd, 'x')
  writeFileSync(Buffer.concat([odd, Buffer.from('2')]), 'x')
  mkdirSync(Buffer.concat([odd, Buffer.from('-dir')]))
  expect(await collectChanges(root, new Map(), caps)).toEqual(
    ['caf<E9>', 'caf<E9>-dir', 'caf<E9>2'].map((name) => ({
      path: `/project/${name}`,
      change: 'created',
      bytes: null,
      left_out: { kind: 'name' },
    })),
  )
})

test('R14.2: no changes are reported for a disk that no longer exists', async () => {
  const before = new Map([['/project/a', { inode: 1n, changed: 1n, bytes: new Uint8Array(), executable: false }]])
  expect(await collectChanges(join(root, 'gone'), before, caps)).toBeUndefined()
})

test('R14.2: a deletion is reported without a reason', async () => {
  const before = new Map([['/project/gone', { inode: 1n, changed: 1n, bytes: new Uint8Array(), executable: false }]])
  expect(await collectChanges(root, before, caps)).toEqual([{ path: '/project/gone', change: 'deleted', bytes: null }])
})

test('R14.2: a file that becomes executable is reported, even without other changes', async () => {
  writeFileSync(join(root, 'project/a'), '1')
  writeFileSync(join(root, 'project/b'), '1')
  chmodSync(join(root, 'project/a'), 0o755)
  const stamp = { inode: 1n, changed: 1n, bytes: Buffer.from('1') }
  const before = new Map([
    ['/project/a', { ...stamp, executable: false }],
    ['/project/b', { ...stamp, executable: true }],
  ])
  expect(
    (await collectChanges(root, before, caps))?.map(({ path, change, executable }) => [path, change, executable]),
  ).toEqual([
    ['/project/a', 'modified', true],
    ['/project/b', 'modified', undefined],
  ])
  expect(await collectChanges(root, new Map([...before].reverse().map(([path, one]) => [path, { ...one, executable: path.endsWith('a') }])), caps)).toEqual([]) // prettier-ignore
})
