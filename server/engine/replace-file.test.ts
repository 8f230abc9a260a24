import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFile } from './replace-file.ts'

let folder: string
const at = (name: string): string => join(folder, name)
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'rye-replace-')))
  writeFileSync(at('a.py'), 'old')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the new text stands there alone, with the mode of the file, whatever the process masks', () => {
  chmodSync(at('a.py'), 0o666)
  replaceFile(at('a.py'), 'new')
  expect([readFileSync(at('a.py'), 'utf8'), statSync(at('a.py')).mode & 0o777]).toEqual(['new', 0o666])
  replaceFile(at('made'), 'new', 0o600)
  expect([readdirSync(folder).sort(), statSync(at('made')).mode & 0o777]).toEqual([['a.py', 'made'], 0o600])
})

test('a name as long as the disk takes it can be replaced', () => {
  const long = at('x'.repeat(255))
  writeFileSync(long, 'old')
  replaceFile(long, 'new')
  expect(readFileSync(long, 'utf8')).toBe('new')
})

test('a link that came into the path is not followed, and stays', () => {
  mkdirSync(at('tools'))
  writeFileSync(at('tools/a.py'), 'old')
  renameSync(at('tools'), at('elsewhere'))
  symlinkSync(at('elsewhere'), at('tools'))
  symlinkSync(at('a.py'), at('link.py'))
  const before = readdirSync(folder)
  expect(() => replaceFile(at('tools/a.py'), 'evil')).toThrow()
  mkdirSync(at('elsewhere/deep'))
  writeFileSync(at('elsewhere/deep/a.py'), 'old')
  expect(() => replaceFile(at('tools/deep/a.py'), 'evil')).toThrow('is reached by a link')
  expect(() => replaceFile(at('link.py'), 'evil')).toThrow('or is a link')
  for (const path of ['a.py', 'elsewhere/a.py', 'elsewhere/deep/a.py'])
    expect(readFileSync(at(path), 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(before)
})

test('a trouble names the place by its own path, and nothing is made', () => {
  expect(() => replaceFile(at('nowhere.py'), 'new')).toThrow(at('nowhere.py'))
  expect(() => replaceFile(at('none/x.py'), 'new')).toThrow(at('none'))
  expect(readdirSync(folder)).toEqual(['a.py'])
})

test('what killed processes left is removed, and what may still be written stays', async () => {
  const gone = spawnSync('/bin/true').pid
  const alive = spawn('/bin/sleep', ['60'])
  try {
    const stay = [`.rye-chain.${alive.pid}.tmp`, `.rye-chain.0${gone}.tmp`, `a.py.${gone}.tmp`, '.rye-chain..tmp']
    for (const name of [`.rye-chain.${gone}.tmp`, `.rye-chain.${process.pid}.tmp`, ...stay])
      writeFileSync(at(name), 'half')
    symlinkSync(at('a.py'), at('.rye-chain.999999999.tmp'))
    replaceFile(at('a.py'), 'new')
    expect(readdirSync(folder).sort()).toEqual(['a.py', ...stay].sort())
    expect(readFileSync(at('a.py'), 'utf8')).toBe('new')
  } finally {
    alive.kill()
    await once(alive, 'exit')
  }
})
