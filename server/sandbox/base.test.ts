import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isLiveOwner, openRunBase, ownerMark } from './base.ts'

let parent: string
let root: string
beforeEach(() => {
  parent = fs.mkdtempSync(join(tmpdir(), 'rye-base-'))
  root = join(parent, `rye-chain-runs-${process.getuid?.() ?? 0}`)
})
afterEach(() => execFileSync('rm', ['-rf', '--', parent]))

const mode = (path: string): number => fs.lstatSync(path).mode & 0o777

test('runs have new private directories, and closing removes all of them', async () => {
  fs.mkdirSync(root, { mode: 0o755 })
  const { base, swept } = await openRunBase(parent)
  const runs = [base.newRun(), base.newRun()]
  expect(swept).toEqual([])
  expect([root, base.dir, ...runs].map(mode)).toEqual([0o700, 0o700, 0o700, 0o700])
  expect(fs.readdirSync(base.dir)).toEqual(['run-0', 'run-1'])
  await base.removeRun(runs[0]!)
  expect(fs.readdirSync(base.dir)).toEqual(['run-1'])
  await base.close()
  expect(fs.readdirSync(root)).toEqual([])
})

test('a directory deeper than the path limit is removed, and the target of a symlink stays', async () => {
  const { base } = await openRunBase(parent)
  const run = base.newRun()
  const outside = join(parent, 'outside')
  fs.mkdirSync(outside)
  fs.symlinkSync(outside, join(run, 'link'))
  const deeper = 'for (let i = 0; i < 30; i++) { fs.mkdirSync("d".repeat(200)); process.chdir("d".repeat(200)) }'
  execFileSync(process.execPath, ['-e', deeper], { cwd: run })
  expect(() => fs.rmSync(run, { recursive: true })).toThrow('ENAMETOOLONG')
  await base.removeRun(run)
  expect([run, outside].map((path) => fs.existsSync(path))).toEqual([false, true])
  await base.close()
})

test('files of an ended server are removed; files of a running server and other files are not', async () => {
  fs.mkdirSync(root)
  const gone = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))
  const left = [`${gone}-1-1`, `${process.pid}-1-1`]
  const kept = [`${ownerMark(process.pid)}-1`, `${gone}-1`, `${gone}-1-1-x`, 'other']
  for (const name of [...left, ...kept]) fs.mkdirSync(join(root, name))
  const { base, swept } = await openRunBase(parent)
  expect([...swept].sort()).toEqual([...left].sort())
  expect(fs.readdirSync(root).filter((name) => join(root, name) !== base.dir)).toEqual([...kept].sort())
})

test('a process mark includes the start time of the process', () => {
  const [, start] = /^\d+ \(.*\) (?:\S+ ){19}(\d+) /s.exec(fs.readFileSync('/proc/self/stat', 'utf8')) ?? []
  const mark = `${process.pid}-${start}`
  expect(ownerMark(process.pid)).toBe(mark)
  expect([mark, `${mark}1`, `1${mark}`].map(isLiveOwner)).toEqual([true, false, false])
})

test.for(['link', 'file'] as const)('an existing %s in place of the directory is refused', async (kind) => {
  if (kind === 'link') fs.symlinkSync(tmpdir(), root)
  else fs.writeFileSync(root, '')
  await expect(openRunBase(parent)).rejects.toThrow(
    `${root} is not a directory, or belongs to another user. Remove it, or set --run-dir to another directory.`,
  )
})

test.runIf(process.getuid?.() === 0)('a directory of another user is refused', async () => {
  fs.mkdirSync(root)
  fs.chownSync(root, 54_321, 54_321)
  await expect(openRunBase(parent)).rejects.toThrow('belongs to another user')
})

test('a directory that cannot be created is reported with the error of the file system', async () => {
  await expect(openRunBase(join(parent, 'none'))).rejects.toThrow('ENOENT')
})

test('servers of one process that start simultaneously have separate directories', async () => {
  const opened = await Promise.all(Array.from({ length: 20 }, () => openRunBase(parent)))
  expect(new Set(opened.map(({ base }) => base.dir)).size).toBe(20)
  const [first] = opened
  await first?.base.close()
  for (const { base } of opened.slice(1)) {
    expect(fs.existsSync(base.newRun())).toBe(true)
    await base.close()
  }
})
