import { expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { packFiles } from '../packed-files.ts'
import { Volume } from './volume.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function open(limits: Partial<typeof defaultLimits> = {}): Volume {
  const files = packFiles([
    { path: '/project/a/b.txt', bytes: bytes('b') },
    { path: '/project/c.txt', bytes: bytes('c') },
  ])
  return new Volume(files, { ...defaultLimits, ...limits })
}

test('only written files count as changed', () => {
  const volume = open()
  volume.write('/project/c.txt', bytes('C'))
  volume.append('/project/new', bytes('n'))
  volume.write('/tmp/scratch', bytes('x'))
  volume.remove('/project/a', true)
  const after = volume.collect()
  expect([...after.paths].sort()).toEqual(['/project/c.txt', '/project/new'])
  expect(after.touched.paths).toEqual(['/project/c.txt', '/project/new'])
})

test('a moved directory counts as written', () => {
  const volume = open()
  volume.rename('/project/a', '/project/z')
  expect(volume.collect().touched.paths).toEqual(['/project/z/b.txt'])
})

test('a program outside the workspace is not a change', () => {
  const volume = open()
  volume.install('/project/.venv/bin/python', bytes('#!'))
  expect(volume.collect().touched.paths).toEqual([])
})

test.for([
  { name: 'reading a missing file', code: 'ENOENT', act: (volume: Volume) => volume.read('/project/none') },
  { name: 'reading a directory', code: 'EISDIR', act: (volume: Volume) => volume.read('/project/a') },
  {
    name: 'writing to the path of a directory',
    code: 'EISDIR',
    act: (volume: Volume) => volume.write('/project/a', bytes('')),
  },
  { name: 'writing to a missing folder', code: 'ENOENT', act: (volume: Volume) => volume.write('/none/x', bytes('')) },
  {
    name: 'writing to a path inside a file',
    code: 'ENOTDIR',
    act: (volume: Volume) => volume.write('/project/c.txt/x', bytes('')),
  },
  { name: 'creating an existing folder', code: 'EEXIST', act: (volume: Volume) => volume.mkdir('/project/a', false) },
  {
    name: 'removing a directory that is not empty',
    code: 'ENOTEMPTY',
    act: (volume: Volume) => volume.remove('/project/a', false),
  },
  { name: 'removing the root', code: 'EPERM', act: (volume: Volume) => volume.remove('/', true) },
  {
    name: 'moving a directory into itself',
    code: 'EINVAL',
    act: (volume: Volume) => volume.rename('/project', '/project/a/p'),
  },
])('$name is refused with $code', ({ code, act }) => {
  expect(() => act(open())).toThrow(expect.objectContaining({ code }))
})

test.for([
  { limit: 'file_size', limits: { file_size: 3 }, act: (volume: Volume) => volume.write('/project/x', bytes('four')) },
  {
    limit: 'total_file_size',
    limits: { total_file_size: 5 },
    act: (volume: Volume) => ['/tmp/1', '/tmp/2'].forEach((path) => volume.write(path, bytes('abc'))),
  },
  {
    limit: 'files',
    limits: { files: 12 },
    act: (volume: Volume) => Array.from({ length: 9 }, (_, index) => volume.write(`/tmp/${index}`, bytes(''))),
  },
])('a volume that reaches the limit $limit refuses more and records the limit', ({ limit, limits, act }) => {
  const volume = open(limits)
  const many = (): void => {
    for (let round = 0; round < 9; round++) volume.mkdir(`/tmp/d${round}`, true)
    act(volume)
  }
  expect(many).toThrow(/no space|too large/)
  expect(volume.limitReached).toBe(limit)
})

test('names with a meaning in JavaScript are ordinary names', () => {
  const volume = open()
  volume.mkdir('/project/__proto__', false)
  volume.write('/project/__proto__/constructor', bytes('x'))
  expect(volume.list('/project')).toContain('__proto__')
  expect(volume.collect().touched.paths).toEqual(['/project/__proto__/constructor'])
})
