import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { freshFolder } from '../testing/directories.ts'
import { buildWorker } from '../testing/worker-bundle.ts'
import { WriteFault } from './write-fault.ts'
import { replaceTogether, writeWhole } from './write-whole.ts'

let folder: string
const at = (name: string): string => join(folder, name)
const content = (name: string): string => readFileSync(at(name), 'utf8')
const replacements = (names: readonly string[]) => names.map((name) => ({ path: at(name), text: `new ${name}` }))
beforeEach(() => {
  folder = realpathSync(freshFolder())
  for (const place of ['tools', 'tools/deep']) {
    mkdirSync(at(place))
    for (const name of ['a.py', 'b.py', 'c.py']) writeFileSync(at(`${place}/${name}`), 'old')
  }
})
const all = ['tools/a.py', 'tools/b.py', 'tools/c.py', 'tools/deep/a.py', 'tools/deep/b.py', 'tools/deep/c.py']

test('files of several folders are replaced, each with its mode, without leftover temporary files', async () => {
  chmodSync(at('tools/b.py'), 0o666)
  expect(await replaceTogether(replacements(all))).toEqual(new Map())
  expect(all.map(content)).toEqual(all.map((name) => `new ${name}`))
  expect(statSync(at('tools/b.py')).mode & 0o777).toBe(0o666)
  expect(readdirSync(at('tools')).sort()).toEqual(['a.py', 'b.py', 'c.py', 'deep'])
  expect(readdirSync(at('tools/deep')).sort()).toEqual(['a.py', 'b.py', 'c.py'])
})

test('a failed write is reported by its path, and the other files are written', async () => {
  rmSync(at('tools/b.py'))
  mkdirSync(at('tools/b.py'))
  const faults = await replaceTogether(replacements([...all, 'tools/none.py', 'nowhere/a.py']))
  expect([...faults.keys()].sort()).toEqual(['nowhere/a.py', 'tools/b.py', 'tools/none.py'].map(at))
  for (const [path, fault] of faults) expect(fault).toMatchObject({ name: 'Error', path })
  expect(faults.get(at('tools/none.py'))).toBeInstanceOf(WriteFault)
  expect(faults.get(at('tools/none.py'))).toMatchObject({ code: 'ENOENT' })
  expect(faults.get(at('tools/b.py'))).toMatchObject({ code: 'EMOVED' })
  const written = all.filter((name) => name !== 'tools/b.py')
  expect(written.map(content)).toEqual(written.map((name) => `new ${name}`))
  expect(readdirSync(at('tools')).sort()).toEqual(['a.py', 'b.py', 'c.py', 'deep'])
})

// All temporary files are written when the call returns. Each test makes its change then, before the files are renamed
// to their targets.

test('a symlink that replaces a folder during the write is not followed', async () => {
  const going = replaceTogether(replacements(all))
  renameSync(at('tools/deep'), at('moved'))
  mkdirSync(at('evil'))
  for (const name of ['a.py', 'b.py', 'c.py']) writeFileSync(at(`evil/${name}`), 'theirs')
  symlinkSync(at('evil'), at('tools/deep'))
  for (const [, fault] of await going) expect(fault).toMatchObject({ code: 'EMOVED' })
  expect(readdirSync(at('evil')).map((name) => content(`evil/${name}`))).toEqual(['theirs', 'theirs', 'theirs'])
  expect(readdirSync(at('moved')).sort()).toEqual(['a.py', 'b.py', 'c.py'])
  expect(content('tools/a.py')).toBe('new tools/a.py')
})

test('a file removed or replaced by a symlink during the write stays as it is', async () => {
  writeFileSync(at('theirs'), 'theirs')
  const going = replaceTogether(replacements(all))
  rmSync(at('tools/a.py'))
  symlinkSync(at('theirs'), at('tools/a.py'))
  rmSync(at('tools/b.py'))
  const faults = await going
  expect([...faults.keys()].sort()).toEqual([at('tools/a.py'), at('tools/b.py')])
  expect([content('theirs'), content('tools/a.py')]).toEqual(['theirs', 'theirs'])
  expect(readdirSync(at('tools')).sort()).toEqual(['a.py', 'c.py', 'deep'])
  expect(content('tools/c.py')).toBe('new tools/c.py')
})

test('a process killed during the write leaves each file with its old or new content', async () => {
  const worker = await buildWorker('server/project/replace-worker.ts')
  const names = Array.from({ length: 3_000 }, (_, index) => `tools/${index}.py`)
  const before = 'old\n'.repeat(1_000)
  for (const name of names) writeFileSync(at(name), before)
  const files = names.map((name) => ({ path: at(name), text: 'new\n'.repeat(3_000) }))
  const program = `new (require('node:worker_threads').Worker)(${JSON.stringify(worker.path)}).postMessage(JSON.parse(require('node:fs').readFileSync(0, 'utf8')))`
  try {
    const seen = watch(at('tools'))
    const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'ignore', 'inherit'] })
    child.stdin.end(JSON.stringify(files))
    const ended = once(child, 'exit')
    await once(seen, 'change')
    child.kill('SIGKILL')
    seen.close()
    expect(await ended).toEqual([null, 'SIGKILL'])
  } finally {
    worker.remove()
  }
  const texts = new Set(names.map(content))
  expect([...texts].filter((text) => text !== before && text !== files[0]?.text)).toEqual([])
  const own = new Set(['a.py', 'b.py', 'c.py', 'deep', ...names.map((name) => name.slice('tools/'.length))])
  for (const name of readdirSync(at('tools'))) if (!own.has(name)) utimesSync(at(`tools/${name}`), 0, 0)
  writeWhole(at('tools/a.py'), 'new', { as: 'replace' })
  expect(readdirSync(at('tools')).filter((name) => !own.has(name))).toEqual([])
})
