import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

test('R14.2: what does not come along is named with the reason', () => {
  writeFileSync(join(root, 'project/a'), '12345')
  writeFileSync(join(root, 'project/b'), '123456789')
  writeFileSync(join(root, 'project/c'), '123456')
  writeFileSync(join(root, 'project/d'), '12345')
  symlinkSync('/etc/passwd', join(root, 'user/link'))
  const told = collectChanges(root, new Map(), caps).map(({ path, bytes, left_out }) => [
    path,
    bytes && Buffer.from(bytes).toString(),
    left_out,
  ])
  expect(told).toEqual([
    ['/project/a', '12345', undefined],
    ['/project/b', null, { kind: 'limit', limit: 'file_bytes' }],
    ['/project/c', null, { kind: 'limit', limit: 'change_bytes' }],
    ['/project/d', '12345', undefined],
    ['/user/link', null, { kind: 'no-file' }],
  ])
})

test('R14.2: a deletion needs no reason', () => {
  const before = new Map([['/project/gone', { inode: 1n, changed: 1n, bytes: new Uint8Array() }]])
  expect(collectChanges(root, before, caps)).toEqual([{ path: '/project/gone', change: 'deleted', bytes: null }])
})
