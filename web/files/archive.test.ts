import fc from 'fast-check'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { expect, test } from 'vitest'
import { propertyRuns } from '#core/testing'
import { unzip } from './archive.ts'
import { importFiles } from './exchange.ts'
import { LongWork } from './long-work.ts'
import { zipTable } from './zip-table.ts'

const work = new LongWork(() => undefined)
const tool = '__version__ = "1.0.0"\n'.repeat(20)
const two: Zippable = { '.ai/tools/a.py': strToU8(tool), '.ai/tools/b.py': [strToU8(`${tool}# b\n`), { level: 0 }] }
const whole = zipSync(two)
/** The offsets of the second file and the central directory's first row. */
const second = find(whole, [0x50, 0x4b, 3, 4], 4)
const row = find(whole, [0x50, 0x4b, 1, 2])

function find(bytes: Uint8Array, signature: readonly number[], from = 0): number {
  return bytes.findIndex((_, at) => at >= from && signature.every((byte, index) => bytes[at + index] === byte))
}

/** The archive with some bytes replaced. */
function changed(places: Readonly<Record<number, number>>): Uint8Array {
  const bytes = whole.slice()
  for (const [at, byte] of Object.entries(places)) bytes[Number(at)] = byte
  return bytes
}

const names = async (archive: Uint8Array): Promise<readonly string[]> =>
  (await unzip(archive, work)).files.map(({ name }) => name)

test.for([
  { what: 'cut off between two files', archive: whole.subarray(0, second), problem: 'The archive is incomplete' },
  {
    what: 'cut off in the middle of a file',
    archive: whole.subarray(0, second + 50),
    problem: 'The archive is incomplete',
  },
  {
    what: 'encrypted',
    archive: changed({ [row + 8]: 1 }),
    problem: 'The archive contains the encrypted file .ai/tools/a.py.',
  },
  {
    what: 'compressed with LZMA',
    archive: changed({ [row + 10]: 14 }),
    problem: 'unsupported compression method (14)',
  },
  {
    what: 'changed in one byte of a file',
    archive: changed({ [second + 60]: 0x39 }),
    problem: 'The archive is damaged at .ai/tools/b.py. Download it again.',
  },
  {
    what: 'wrong about the offset of a file',
    archive: changed({ [row + 42]: 7 }),
    problem: 'The archive is damaged at .ai/tools/a.py. Download it again.',
  },
])('an archive that is $what is refused with the reason', async ({ archive, problem }) => {
  const read = await unzip(archive, work)
  expect(read.problem).toContain(problem)
  expect(read.files).toEqual([])
})

test('a symbolic link is skipped, not imported as a file', async () => {
  const archive = zipSync({ ...two, '.ai/tools/l.py': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] })
  const { files } = await unzip(archive, work)
  const { files: taken, skipped } = await importFiles(files, '', work)
  expect(Object.keys(taken)).toEqual(['/project/.ai/tools/a.py', '/project/.ai/tools/b.py'])
  expect(skipped).toEqual([{ name: '.ai/tools/l.py', because: 'a symbolic link (not supported in drafts)' }])
})

test('an empty file with files under it is a folder at any depth; other empty files are imported', async () => {
  const files = ['.ai', '.ai/tools', '.ai/tools.py', '.ai/tools/b', '.ai/tools/b/c/d.py', '.ai/tools/b-empty.py']
  const archive = zipSync(Object.fromEntries(files.map((name) => [name, strToU8(name.endsWith('d.py') ? tool : '')])))
  expect(await names(archive)).toEqual(['.ai/tools.py', '.ai/tools/b/c/d.py', '.ai/tools/b-empty.py'])
})

test('an archive is read despite data before it and a comment after it', async () => {
  const before = strToU8('#!/bin/sh\nexit 1\n')
  expect(await names(new Uint8Array([...before, ...whole]))).toEqual(Object.keys(two))
  const comment = strToU8('PK\x05\x06 of another file, and long enough to be taken for the end')
  const commented = new Uint8Array([...whole, ...comment])
  commented[whole.length - 2] = comment.length
  expect(await names(commented)).toEqual(Object.keys(two))
})

test('a name is read as UTF-8 without the UTF-8 flag', async () => {
  const archive = zipSync({ 'é.py': strToU8(tool) })
  const flag = find(archive, [0x50, 0x4b, 1, 2]) + 9
  archive[flag] = 0
  expect(await names(archive)).toEqual(['é.py'])
})

test('a damaged archive is imported unchanged or not at all', async () => {
  const broken = fc.oneof(
    fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
    fc.dictionary(fc.nat(whole.length - 1).map(String), fc.nat(255), { minKeys: 1, maxKeys: 8 }).map(changed),
  )
  await fc.assert(
    fc.asyncProperty(broken, async (archive) => {
      const { files, problem } = await unzip(archive, work)
      if (problem !== undefined) expect(files).toEqual([])
      for (const { bytes } of files) expect([tool, `${tool}# b\n`]).toContain(new TextDecoder().decode(bytes))
    }),
    { numRuns: propertyRuns(200) },
  )
})

test('an archive is read despite bytes after its end', async () => {
  expect(await names(Uint8Array.of(...whole, 0, 0, 0))).toEqual(Object.keys(two))
})

test('the central directory is read up to one file over the limit', () => {
  const many = zipSync(Object.fromEntries(['a', 'b/', 'c', 'd', 'e'].map((name) => [name, new Uint8Array()])))
  expect(zipTable(many, 2)?.map(({ name }) => name)).toEqual(['a', 'c', 'd'])
  expect(zipTable(many, 4)?.map(({ name }) => name)).toEqual(['a', 'c', 'd', 'e'])
})
