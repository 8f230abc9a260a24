import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { slashed } from './disk-paths.ts'

// Node's own rules for Windows, without a machine that runs Windows. `npm run nightly` also runs Windows' Node.
const windows = slashed(win32)

test('on Windows, every path has forward slashes', () => {
  expect(windows.plain('C:\\work\\proj')).toBe('C:/work/proj')
  expect(windows.join('C:/work', 'proj', '.ai')).toBe('C:/work/proj/.ai')
  expect(windows.resolve('C:/work/proj', '..\\other')).toBe('C:/work/other')
  expect(windows.relative('C:/work/one', 'C:/work/two/.ai')).toBe('../two/.ai')
  expect(windows.dirname('C:\\work\\proj')).toBe('C:/work')
  expect(windows.plain('\\\\server\\share\\proj')).toBe('//server/share/proj')
})

test('on Windows, the editors’ spellings of a drive are one path', () => {
  const spellings = ['file:///c%3A/work/a%20b.py', 'file:///C:/work/a%20b.py', 'file:///c:/work/a%20b.py']
  expect(spellings.map(windows.ofUrl)).toEqual(spellings.map(() => 'C:/work/a b.py'))
  expect(windows.toUrl('C:/work/a b.py')).toBe('file:///C:/work/a%20b.py')
  expect([windows.plain('c:\\work'), windows.resolve('c:/work')]).toEqual(['C:/work', 'C:/work'])
})

test('on macOS, a name from the disk is composed', () => {
  expect(slashed(posix, 'darwin').plain('/work/cafe\u0301')).toBe('/work/caf\u00e9')
  expect(slashed(posix, 'linux').plain('/work/cafe\u0301')).toBe('/work/cafe\u0301')
})

test('elsewhere, a backslash and a lowercase first folder are part of a name', () => {
  const { plain, join, ofUrl } = slashed(posix)
  expect([plain('/a\\b'), join('/a', 'c:\\d'), ofUrl('file:///c%3A/work')]).toEqual(['/a\\b', '/a/c:\\d', '/c:/work'])
})
