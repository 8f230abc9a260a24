import { strToU8, zipSync, type ZipOptions } from 'fflate'
import { expect, test } from 'vitest'
import { crc32 } from './bytes.ts'
import { unzip } from './archive.ts'
import { importFiles } from './exchange.ts'
import { LongWork } from './long-work.ts'
import { rootOf } from './import-root.ts'

const work = new LongWork(() => undefined)

interface Row {
  /** The bytes of the name, one per character. */
  readonly name: string
  readonly host?: number
  readonly utf8?: boolean
  readonly unicode?: { readonly name: string; readonly of?: string; readonly version?: number }
  readonly attrs?: number
  readonly text?: string
}

/**
 * A zip with exactly these bytes as names. The zip is first written with names of the same length, which are then
 * replaced.
 */
function zipOf(rows: readonly Row[]): Uint8Array {
  const files = rows.map(({ name, host = 0, unicode, attrs = 0, text = 'x' }, index) => {
    const options: ZipOptions = {
      os: host,
      attrs,
      level: 0,
      ...(unicode && { extra: { 0x7075: field(unicode, name) } }),
    }
    return [String(index).padEnd(name.length, '~'), [strToU8(text), options] as [Uint8Array, ZipOptions]] as const
  })
  const archive = zipSync(Object.fromEntries(files))
  const view = new DataView(archive.buffer)
  rows.forEach(({ name, utf8 = false }, index) => {
    const placeholder = strToU8(String(index).padEnd(name.length, '~'))
    for (let at = 0; at + placeholder.length <= archive.length; at++) {
      if (!placeholder.every((byte, offset) => archive[at + offset] === byte)) continue
      archive.set(raw(name), at)
      if (at >= 46 && view.getUint32(at - 46, true) === 0x02014b50) view.setUint16(at - 38, utf8 ? 0x800 : 0, true)
    }
  })
  return archive
}

const raw = (name: string): Uint8Array => Uint8Array.from(name, (letter) => letter.charCodeAt(0))

function field({ name, of, version = 1 }: NonNullable<Row['unicode']>, own: string): Uint8Array {
  const sum = crc32(raw(of ?? own))
  return Uint8Array.from([version, sum & 255, (sum >>> 8) & 255, (sum >>> 16) & 255, sum >>> 24, ...strToU8(name)])
}

const binary = (text: string): string => String.fromCharCode(...strToU8(text))

test.for<Row & { readonly read: string }>([
  { name: 'a\\b\\c.py', read: 'a/b/c.py' },
  { name: 'a/b\\c.py', read: 'a/b/c.py' },
  { name: 'a\\b.py', host: 10, read: 'a/b.py' },
  { name: 'a\\b.py', host: 11, read: 'a/b.py' },
  { name: 'a\\b.py', host: 3, read: 'a\\b.py' },
  { name: 'a\\b.py', host: 19, read: 'a\\b.py' },
  { name: 'caf\x82.py', read: 'café.py' },
  { name: '\x84\x94\x81\xe1\x9b.py', read: 'äöüß¢.py' },
  { name: '\xb0\xc4\xfe.py', read: '░─■.py' },
  { name: binary('é.py'), utf8: true, read: 'é.py' },
  { name: binary('é.py'), read: 'é.py' },
  { name: binary('日本.py'), host: 3, read: '日本.py' },
  { name: 'caf\x82.py', unicode: { name: 'кафе.py' }, read: 'кафе.py' },
  { name: 'caf\x82.py', unicode: { name: 'stale.py', of: 'other.py' }, read: 'café.py' },
  { name: 'caf\x82.py', unicode: { name: 'later.py', version: 2 }, read: 'café.py' },
  { name: 'x.py', unicode: { name: 'a\\é.py' }, read: 'a/é.py' },
])('the name $name of host $host is $read', async ({ read, ...row }) => {
  expect((await unzip(zipOf([row]), work)).files.map(({ name }) => name)).toEqual([read])
})

test('folders are skipped with any of the folder marks', async () => {
  const archive = zipOf([
    { name: 'p\\', text: '' },
    { name: 'p/a', text: '', attrs: 0x10 },
    { name: 'p/b', text: '', host: 3, attrs: (0o040755 << 16) >>> 0 },
    { name: 'p/c/', text: '', host: 3 },
    { name: 'p\\a\\t.py', text: 'x' },
    { name: 'p/a/empty.py', text: '', attrs: 0x20 },
  ])
  expect((await unzip(archive, work)).files.map(({ name }) => name)).toEqual(['p/a/t.py', 'p/a/empty.py'])
})

test('a project is imported from a zip of a Windows program', async () => {
  const archive = zipOf([
    { name: 'repo\\.ai\\tools\\demo\\a.yaml' },
    { name: 'repo/.ai/tools\\b.yaml' },
    { name: 'repo\\.env' },
  ])
  const { files } = await unzip(archive, work)
  const root = rootOf(files.map(({ name }) => name))
  expect(root).toEqual({ kind: 'one', root: 'repo/' })
  const taken = await importFiles(files, 'repo/', work)
  expect(Object.keys(taken.files)).toEqual([
    '/project/.ai/tools/demo/a.yaml',
    '/project/.ai/tools/b.yaml',
    '/project/.env',
  ])
  expect(taken.skipped).toEqual([])
})

test.for(['..\\..\\x.py', 'a\\..\\..\\x.py', 'C:\\x.py', '\\\\server\\share\\x.py', 'C:..\\x.py', '//server\\x.py'])(
  'a name outside the folder is skipped: %s',
  async (name) => {
    const { files } = await unzip(zipOf([{ name }]), work)
    const taken = await importFiles(files, '', work)
    expect(taken.files).toEqual({})
    expect(taken.skipped).toHaveLength(1)
  },
)
