import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HighMark } from './high-mark.ts'

const log = pino({ level: 'silent' })
const url = 'redis://localhost:6379/1'
let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'rye-high-mark-'))))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** The files of the only queue in the folder. */
function files(): readonly string[] {
  const [queue = ''] = readdirSync(dir)
  return readdirSync(join(dir, queue)).map((name) => join(dir, queue, name))
}

test('the highest count seen by any process of this machine survives a restart', () => {
  const [one, other] = [new HighMark(dir, url, log), new HighMark(dir, url, log)]
  one.saw(7)
  other.saw(12)
  other.saw(9)
  one.saw(8)
  expect([one.seen, other.seen, new HighMark(dir, url, log).seen]).toEqual([8, 12, 12])
  expect(files()).toHaveLength(2)
})

test('each queue has its own mark, regardless of the password', () => {
  new HighMark(dir, url, log).saw(3)
  expect(new HighMark(dir, 'redis://localhost:6379/2', log).seen).toBe(0)
  expect(new HighMark(dir, 'redis://:secret@localhost:6379/1', log).seen).toBe(3)
})

test('an old file is removed after its count is stored in another file', () => {
  new HighMark(dir, url, log).saw(40)
  const [old = ''] = files()
  const yesterday = Date.now() / 1000 - 25 * 60 * 60
  utimesSync(old, yesterday, yesterday)
  expect(new HighMark(dir, url, log).seen).toBe(40)
  expect(files()).not.toContain(old)
  expect(files().map((file) => readFileSync(file, 'utf8'))).toEqual(['40'])
})

test('a damaged file counts as 0, and without a writable file the mark stays in memory', () => {
  new HighMark(dir, url, log).saw(5)
  const [damaged = ''] = files()
  writeFileSync(damaged, 'not a count')
  expect(new HighMark(dir, url, log).seen).toBe(0)
  const blocked = new HighMark(join(damaged, 'in a file'), url, log)
  blocked.saw(6)
  expect(blocked.seen).toBe(6)
})

test('a higher count overwrites the previous count in the same file', () => {
  const mark = new HighMark(dir, url, log)
  mark.saw(99)
  const [file = ''] = files()
  const { ino } = statSync(file)
  mark.saw(100)
  expect([statSync(file).ino, readFileSync(file, 'utf8')]).toEqual([ino, '100'])
})
